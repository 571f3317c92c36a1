/** Builds the HTTP application. Never listens. */
import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import Fastify, { type FastifyError, type FastifyInstance, LogController } from 'fastify';
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Context } from './context.ts';
import { CallError, fail } from './errors.ts';
import { type Identify, requestId, requestLocale } from './http/bind.ts';
import { boundBodies, maxBodyBytes } from './http/bodies.ts';
import { boundConnections } from './http/connections.ts';
import { serveApps } from './http/documents.ts';
import { answerError } from './http/errors.ts';
import { makeHosts } from './http/hosts.ts';
import { internalCountry } from './http/internal.ts';
import { protect } from './http/protection.ts';
import { trustedPeers } from './http/proxies.ts';
import { makeRegions } from './modules/region/region.service.ts';
import { guest, identifyViewer } from './modules/sign-in/sign-in.service.ts';
import { identifyStaff } from './modules/staff/staff.service.ts';
import { isStaffPage } from './modules/support/support.service.ts';
import { modules } from './modules.ts';
import { openPreviews } from './previews.ts';
import { networkOf } from './security/network.ts';

/** A request has to be whole by then: an upload's part of 8 MiB over a slow line takes minutes. */
const slowestRequestMs = 10 * 60_000;

/** The application with every call, media, images and both apps. */
export async function buildApp(context: Context): Promise<FastifyInstance> {
  const trustPeer = trustedPeers(context.config);
  const app = Fastify({
    loggerInstance: context.log,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustPeer,
    genReqId: requestId,
    bodyLimit: maxBodyBytes,
    requestTimeout: slowestRequestMs,
    routerOptions: { maxParamLength: 1000 },
    // An address that cannot be decoded comes here before any hook, with a request that has none of our fields yet.
    frameworkErrors: (error, request, reply) => {
      request.locale = requestLocale(request);
      protect(context.config, request, reply);
      return answerError(error, request, reply);
    },
    forceCloseConnections: true,
  });
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.decorateRequest('locale', 'ko');
  app.decorateRequest('caller', undefined);
  app.decorateRequest('country', '');
  app.decorateRequest('served', true);
  // Requests of previews come from within.
  const isPreview = context.preview !== undefined;
  if (!isPreview) boundConnections(app.server, context.config.connections, trustPeer);
  boundBodies(app);
  const regions = makeRegions(context.config);
  const isOurHost = makeHosts(context.config);
  app.addHook('onRequest', (request, reply, done) => {
    protect(context.config, request, reply);
    request.locale = requestLocale(request);
    request.country = regions.countryOf(request);
    request.served = regions.isServed(request.country);
    // Monitoring may ask by any host name.
    if (request.url !== '/health' && !isOurHost(request)) fail('misdirected');
    done();
  });
  const answerPreview = isPreview ? undefined : openPreviews(context, buildApp);
  if (answerPreview) {
    app.addHook('onRequest', (request, reply, done) => {
      const answer = answerPreview(request, reply);
      if (answer) answer.catch(done);
      else done();
    });
  }
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const hasWaited = error instanceof CallError && error.hasWaited;
    if (!hasWaited && !internalCountry(request))
      await context.responseCache.budget.slow(
        networkOf(request.ip),
        Number(request.headers['content-length']) || 0,
      );
    return answerError(error, request, reply);
  });
  app.setNotFoundHandler(() => fail('not_found'));

  const identify: Identify = {
    viewer: (token, profileId, country) => identifyViewer(context, token, profileId, country),
    staff: (token) => identifyStaff(context, token, guest(context.config.homeCountry)),
  };

  if (!isPreview) await describeCalls(app, context);
  await app.register(async (api) => {
    // A page of somebody else's may send text without asking; no call takes it.
    api.removeContentTypeParser('text/plain');
    api.addContentTypeParser('*', (_request, _payload, done) => {
      done(Object.assign(new Error('unsupported media type'), { statusCode: 415 }));
    });
    // The libraries of push and of OAuth send forms; no other call takes one.
    api.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (request, body, done) => {
        if (request.routeOptions.config.call?.form)
          return done(null, Object.fromEntries(new URLSearchParams(body.toString())));
        return done(Object.assign(new Error('unsupported media type'), { statusCode: 415 }));
      },
    );
    for (const { calls = [] } of modules) for (const bind of calls) bind(api, context, identify);
  });
  if (isPreview) return app;
  await app.register(fastifySwaggerUi, { routePrefix: '/api/docs' });

  for (const { serve = [] } of modules) for (const register of serve) register(app, context);

  app.get('/health', { schema: { hide: true } }, async (_request, reply) => {
    await context.pool.query('select 1');
    return reply.header('cache-control', 'no-store').send({ ok: true });
  });
  app.all('/api/*', { schema: { hide: true } }, () => fail('not_found'));
  await serveApps(app, context, (path) => isStaffPage(context, path));
  return app;
}

/** Prepares the OpenAPI document, which the routes that follow add themselves to. */
async function describeCalls(app: FastifyInstance, { config }: Context): Promise<void> {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `${config.brand.en} API`, version: '1.0.0' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: jsonSchemaTransform,
  });
}
