/** Cookies that only the server reads. None of them contains a login. */
import type { FastifyRequest } from 'fastify';

/** A cookie of a request by its name, which must not contain special characters of a pattern. */
export const readCookie = (request: FastifyRequest, name: string): string | undefined =>
  new RegExp(`(?:^|;\\s*)${name}=([^;]+)`).exec(request.headers.cookie ?? '')?.[1];
