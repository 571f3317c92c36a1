/** What a request tells about its device. */
import type { FastifyRequest } from 'fastify';
import { deviceName, televisionName } from './device-name.ts';

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
