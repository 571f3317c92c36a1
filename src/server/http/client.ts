/** What a request tells about its device. */
import type { FastifyRequest } from 'fastify';
import { deviceName, televisionName } from './device-name.ts';

type Sender = Pick<FastifyRequest, 'headers'>;

export interface Client {
  /** The kind of client, as the call names it: web, mobile, stb, tv. */
  device: string;
  /** The name as shown to its owner: "Chrome · Windows". */
  deviceName: string;
  address: string;
  country: string;
}

/** The device that a request comes from. */
export const clientOf = (request: FastifyRequest, device: string): Client => ({
  device,
  deviceName: deviceName(request.headers['user-agent'] ?? ''),
  address: request.ip,
  country: request.country,
});

/** The television or set-top box that a request comes from. */
export const televisionOf = (request: FastifyRequest): Client => ({
  ...clientOf(request, 'tv'),
  deviceName: televisionName(request.headers['user-agent'] ?? ''),
});

/**
 * A phone says so by itself: in its client hint, or, where a browser sends none, in its name. See "Browser detection using the user agent
 * string" on MDN, which says what to look for. Tablets say they are no phone, or say nothing.
 */
export function isPhone({ headers }: Sender): boolean {
  const hint = headers['sec-ch-ua-mobile'];
  return hint === undefined ? /\bMobi/.test(headers['user-agent'] ?? '') : hint === '?1';
}

/** A phone, or a tablet that names itself; an iPad that asks for desktop pages says that it is a Mac. */
export const isHandheld = (request: Sender): boolean =>
  isPhone(request) || /\b(?:iPad|Android)\b/.test(request.headers['user-agent'] ?? '');
