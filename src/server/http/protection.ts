/** What every answer tells browsers: to take it for nothing else, to show it in nobody's frame, and to come back over https. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { originOf } from './origin.ts';

/** Documents, and files of people, set a policy of their own instead. */
const policy = "object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Browser features that no page of the service uses, so that no script on one can request them. */
const powers = 'camera=(), microphone=(), geolocation=(), midi=(), usb=()';

/** Two years, as lists of such hosts ask for; this host's subdomains with it (ASVS 3.4.1). */
const transport = 'max-age=63072000; includeSubDomains';

/** Sets them before the response is begun, so that files that are sent without hooks have them, too. */
export function protect(config: Config, request: FastifyRequest, reply: FastifyReply): void {
  reply.headers({
    'content-security-policy': policy,
    'permissions-policy': powers,
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
  });
  if (originOf(config, request).startsWith('https:')) reply.header('strict-transport-security', transport);
}
