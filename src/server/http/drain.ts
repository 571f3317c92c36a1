/** Lets requests in flight end when the server closes. New ones are refused with 503 meanwhile. */
import type { FastifyInstance } from 'fastify';

/** The time limit of requests in flight when the server closes. Fastify ends a hook after 10 s. */
const maxDrainMs = 9_500;

/** Makes the closing of `app` wait for its requests. Call this before it listens. */
export function drainOnClose(app: FastifyInstance, maxMs = maxDrainMs): void {
  let inFlight = 0;
  let onIdle = () => {};
  app.server.on('request', (_request, response) => {
    inFlight += 1;
    response.once('close', () => {
      inFlight -= 1;
      if (inFlight === 0) onIdle();
    });
  });
  app.addHook('preClose', (done) => {
    if (inFlight === 0) return done();
    const late = setTimeout(done, maxMs);
    onIdle = () => {
      clearTimeout(late);
      done();
    };
  });
}
