/** Builds the HTTP application. Never listens. */
import fastifySwagger from '@fastify/swagger';
import fastifySwaggerUi from '@fastify/swagger-ui';
import Fastify, { type FastifyError, type FastifyInstance, LogController } from 'fastify';
import { jsonSchemaTransform, serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { activationCalls } from '../contract/account/activations.ts';
import { credentialCalls } from '../contract/account/credentials.ts';
import { dataExportCalls } from '../contract/account/data-exports.ts';
import { deviceCalls } from '../contract/account/devices.ts';
import { historyCalls } from '../contract/account/history.ts';
import { inquiryCalls } from '../contract/account/inquiries.ts';
import { notificationCalls } from '../contract/account/notifications.ts';
import { passkeyCalls } from '../contract/account/passkeys.ts';
import { profileCalls } from '../contract/account/profiles.ts';
import { pushCalls } from '../contract/account/push.ts';
import { recoveryCalls } from '../contract/account/recovery.ts';
import { sessionCalls } from '../contract/account/session.ts';
import { signUpCalls } from '../contract/account/sign-up.ts';
import { socialLoginCalls } from '../contract/account/social-login.ts';
import { adminCatalogCalls } from '../contract/admin/catalog.ts';
import { customerCalls } from '../contract/admin/customers.ts';
import { ingestCalls } from '../contract/admin/ingest.ts';
import { adminInquiryCalls } from '../contract/admin/inquiries.ts';
import { mailCalls } from '../contract/admin/mail.ts';
import { staffSessionCalls } from '../contract/admin/session.ts';
import { staffCalls } from '../contract/admin/staff.ts';
import { adCalls } from '../contract/viewer/ads.ts';
import { catalogCalls } from '../contract/viewer/catalog.ts';
import { homeCalls } from '../contract/viewer/home.ts';
import { listCalls } from '../contract/viewer/lists.ts';
import { liveCalls } from '../contract/viewer/live.ts';
import { partnerVideoCalls } from '../contract/viewer/partner-video.ts';
import { playbackCalls } from '../contract/viewer/playback.ts';
import { searchCalls } from '../contract/viewer/search.ts';
import { supportCalls } from '../contract/viewer/support.ts';
import { viewingCalls } from '../contract/viewer/viewing.ts';
import { openIdentityProviders } from './adapters/identity-providers/open.ts';
import type { Context } from './context.ts';
import { networkOf } from './http/attempts.ts';
import { bindCalls, type Identify, requestId, requestLocale } from './http/bind.ts';
import { boundBodies, maxBodyBytes } from './http/bodies.ts';
import { boundConnections } from './http/connections.ts';
import { serveApps } from './http/documents.ts';
import { answerError, CallError, errorBody, fail } from './http/errors.ts';
import { makeHosts } from './http/hosts.ts';
import { internalCountry } from './http/internal.ts';
import { serveMedia } from './http/media-files.ts';
import { protect } from './http/protection.ts';
import { trustedPeers } from './http/proxies.ts';
import { accountsRoutes } from './modules/accounts/accounts.routes.ts';
import { guest, identifyViewer } from './modules/accounts/accounts.service.ts';
import { activationRoutes } from './modules/accounts/activations.routes.ts';
import { credentialRoutes } from './modules/accounts/credentials.routes.ts';
import { customerRoutes } from './modules/accounts/customers.routes.ts';
import { deviceRoutes } from './modules/accounts/devices.routes.ts';
import { recoveryRoutes } from './modules/accounts/recovery.routes.ts';
import { signUpRoutes } from './modules/accounts/sign-up.routes.ts';
import { adRoutes } from './modules/ads/ads.routes.ts';
import { serveMediaKit } from './modules/ads/media-kit.routes.ts';
import { adminCatalogRoutes } from './modules/catalog/admin.routes.ts';
import { ImageStore } from './modules/catalog/artworks.service.ts';
import { catalogRoutes } from './modules/catalog/catalog.routes.ts';
import { listRoutes } from './modules/catalog/lists.routes.ts';
import { dataExportRoutes } from './modules/data-exports/data-exports.routes.ts';
import { homeRoutes } from './modules/home/home.routes.ts';
import { ingestRoutes } from './modules/ingest/ingest.routes.ts';
import { adminInquiryRoutes } from './modules/inquiries/admin.routes.ts';
import { inquiryRoutes } from './modules/inquiries/inquiries.routes.ts';
import { liveRoutes } from './modules/live/live.routes.ts';
import { mailRoutes } from './modules/mail/mail.routes.ts';
import { notificationsRoutes } from './modules/notifications/notifications.routes.ts';
import { notificationSettingsRoutes } from './modules/notifications/settings.routes.ts';
import { partnerVideoRoutes } from './modules/partner-video/partner-video.routes.ts';
import { passkeyRoutes } from './modules/passkeys/passkeys.routes.ts';
import { playbackRoutes } from './modules/playback/playback.routes.ts';
import { profilesRoutes } from './modules/profiles/profiles.routes.ts';
import { makeRegions } from './modules/region/region.service.ts';
import { searchRoutes } from './modules/search/search.routes.ts';
import { serveSitemap } from './modules/sitemap/sitemap.routes.ts';
import { serveSocialLogin, socialLoginRoutes } from './modules/social-login/social-login.routes.ts';
import { staffRoutes, staffSessionRoutes } from './modules/staff/staff.routes.ts';
import { identifyStaff } from './modules/staff/staff.service.ts';
import { supportRoutes } from './modules/support/support.routes.ts';
import { isStaffPage } from './modules/support/support.service.ts';
import { historyRoutes } from './modules/viewing/history.routes.ts';
import { viewingRoutes } from './modules/viewing/viewing.routes.ts';
import { listPersonal } from './modules/viewing/viewing.service.ts';

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
  boundConnections(app.server, context.config.connections, trustPeer);
  boundBodies(app);
  const regions = makeRegions(context.config);
  const isOurHost = makeHosts(context.config);
  const identityProviders = openIdentityProviders(context.config);
  app.addHook('onRequest', (request, reply, done) => {
    protect(context.config, request, reply);
    request.locale = requestLocale(request);
    request.country = regions.countryOf(request);
    request.served = regions.isServed(request.country);
    // Whoever watches over the service asks by whatever address it has.
    if (request.url !== '/health' && !isOurHost(request)) fail('misdirected');
    done();
  });
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const hasWaited = error instanceof CallError && error.hasWaited;
    if (!hasWaited && !internalCountry(request))
      await context.kept.budget.slow(networkOf(request.ip), Number(request.headers['content-length']) || 0);
    return answerError(error, request, reply);
  });
  app.setNotFoundHandler(() => fail('not_found'));

  const identify: Identify = {
    viewer: (token, profileId, country) => identifyViewer(context, token, profileId, country),
    staff: (token) => identifyStaff(context, token, guest(context.config.homeCountry)),
    personal: (profileId) => listPersonal(context.pool, profileId),
  };

  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `${context.config.brand.en} API`, version: '1.0.0' },
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    },
    transform: jsonSchemaTransform,
  });
  await app.register(async (api) => {
    // A page of somebody else's may send text without asking; no call takes it.
    api.removeContentTypeParser('text/plain');
    api.addContentTypeParser('*', (_request, _payload, done) => {
      done(Object.assign(new Error('unsupported media type'), { statusCode: 415 }));
    });
    bindCalls(api, context, identify, catalogCalls, catalogRoutes(context));
    bindCalls(api, context, identify, listCalls, listRoutes(context));
    bindCalls(api, context, identify, homeCalls, homeRoutes(context));
    bindCalls(api, context, identify, liveCalls, liveRoutes(context));
    bindCalls(api, context, identify, partnerVideoCalls, partnerVideoRoutes(context));
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
    bindCalls(api, context, identify, pushCalls, notificationsRoutes(context, identify));
    bindCalls(api, context, identify, notificationCalls, notificationSettingsRoutes(context));
    bindCalls(api, context, identify, dataExportCalls, dataExportRoutes(context));
    bindCalls(api, context, identify, sessionCalls, accountsRoutes(context));
    bindCalls(api, context, identify, profileCalls, profilesRoutes(context));
    bindCalls(api, context, identify, signUpCalls, signUpRoutes(context));
    bindCalls(api, context, identify, recoveryCalls, recoveryRoutes(context));
    bindCalls(api, context, identify, socialLoginCalls, socialLoginRoutes(context, identityProviders));
    bindCalls(api, context, identify, passkeyCalls, passkeyRoutes(context));
    bindCalls(api, context, identify, deviceCalls, deviceRoutes(context));
    bindCalls(api, context, identify, activationCalls, activationRoutes(context));
    bindCalls(api, context, identify, credentialCalls, credentialRoutes(context));
    bindCalls(api, context, identify, viewingCalls, viewingRoutes(context));
    bindCalls(api, context, identify, historyCalls, historyRoutes(context));
    bindCalls(api, context, identify, supportCalls, supportRoutes(context));
    bindCalls(api, context, identify, adCalls, adRoutes(context));
    bindCalls(api, context, identify, playbackCalls, playbackRoutes(context));
    bindCalls(api, context, identify, searchCalls, searchRoutes(context));
    bindCalls(api, context, identify, inquiryCalls, inquiryRoutes(context));
    bindCalls(api, context, identify, customerCalls, customerRoutes(context));
    bindCalls(api, context, identify, adminInquiryCalls, adminInquiryRoutes(context));
    bindCalls(api, context, identify, staffSessionCalls, staffSessionRoutes(context));
    bindCalls(api, context, identify, adminCatalogCalls, adminCatalogRoutes(context));
    bindCalls(api, context, identify, ingestCalls, ingestRoutes(context));
    bindCalls(api, context, identify, staffCalls, staffRoutes(context));
    bindCalls(api, context, identify, mailCalls, mailRoutes(context));
  });
  await app.register(fastifySwaggerUi, { routePrefix: '/api/docs' });

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
  serveMedia(app, context);
  serveSocialLogin(app, context, identityProviders);

  app.get('/health', { schema: { hide: true } }, async (_request, reply) => {
    await context.pool.query('select 1');
    return reply.header('cache-control', 'no-store').send({ ok: true });
  });
  app.all('/api/*', { schema: { hide: true } }, () => fail('not_found'));
  serveSitemap(app, context);
  serveMediaKit(app, context);
  await serveApps(app, context, (path) => isStaffPage(context, path));
  return app;
}
