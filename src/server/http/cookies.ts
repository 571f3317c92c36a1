/** Cookies that only the server reads. Who is signed in never stands in one. */
import type { FastifyRequest } from 'fastify';

/** A cookie of a request by its name, which has no sign that a pattern would read otherwise. */
export const readCookie = (request: FastifyRequest, name: string): string | undefined =>
  new RegExp(`(?:^|;\\s*)${name}=([^;]+)`).exec(request.headers.cookie ?? '')?.[1];
