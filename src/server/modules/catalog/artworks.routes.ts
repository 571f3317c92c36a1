/** Serves images in the sizes that pages ask for. */
import type { FastifyInstance } from 'fastify';
import type { Context } from '../../context.ts';
import { errorBody } from '../../http/errors.ts';
import { ImageStore } from './artworks.service.ts';

/** Registers `/images/<id>/<size>`; an image never changes. */
export function serveImages(app: FastifyInstance, context: Context): void {
  const images = new ImageStore(context.storage);
  app.get<{ Params: { '*': string } }>('/images/*', { schema: { hide: true } }, async (request, reply) => {
    const name = request.params['*'];
    const bytes = await images.find(name);
    if (!bytes)
      return reply
        .status(404)
        .header('cache-control', 'no-store')
        .send(errorBody('not_found', request.locale));
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .header('content-type', name.endsWith('.avif') ? 'image/avif' : 'image/webp')
      .send(bytes);
  });
}
