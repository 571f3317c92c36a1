/** As much of S3 as the storage port speaks, in memory, on a loopback port. For tests only: it checks no signature. */
import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface S3Server {
  endpoint: string;
  close(): Promise<void>;
}

const escapeXml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const tag = (name: string, text: string | number) => `<${name}>${escapeXml(String(text))}</${name}>`;
const etagOf = (body: Buffer) => `"${createHash('md5').update(body).digest('hex')}"`;

/** Starts a server with one empty bucket of any name. */
export async function startS3Server(): Promise<S3Server> {
  const objects = new Map<string, Buffer>();
  const uploads = new Map<string, { key: string; parts: Map<number, Buffer> }>();

  function answerXml(response: ServerResponse, body: string, status = 200) {
    response.writeHead(status, { 'content-type': 'application/xml' });
    response.end(`<?xml version="1.0" encoding="UTF-8"?>${body}`);
  }
  const refuse = (response: ServerResponse, status: number, code: string) =>
    answerXml(response, `<Error>${tag('Code', code)}${tag('Message', code)}</Error>`, status);

  function list(response: ServerResponse, query: URLSearchParams) {
    const prefix = query.get('prefix') ?? '';
    const from = query.get('continuation-token') ?? '';
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > from).sort();
    // Two at a time, so that paging is exercised by small tests.
    const page = keys.slice(0, 2);
    const more = keys.length > page.length;
    answerXml(
      response,
      `<ListBucketResult>${tag('IsTruncated', String(more))}${more ? tag('NextContinuationToken', page.at(-1) ?? '') : ''}${page
        .map((key) => `<Contents>${tag('Key', key)}${tag('Size', objects.get(key)?.length ?? 0)}</Contents>`)
        .join('')}</ListBucketResult>`,
    );
  }

  function get(request: IncomingMessage, response: ServerResponse, key: string) {
    const body = objects.get(key);
    if (!body) {
      if (request.method === 'HEAD') return response.writeHead(404).end();
      return refuse(response, 404, 'NoSuchKey');
    }
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
    if (!range) {
      response.writeHead(200, { 'content-length': body.length, etag: etagOf(body) });
      return response.end(request.method === 'HEAD' ? undefined : body);
    }
    const part = body.subarray(Number(range[1]), Number(range[2]) + 1);
    response.writeHead(206, {
      'content-length': part.length,
      'content-range': `bytes ${range[1]}-${Number(range[1]) + part.length - 1}/${body.length}`,
    });
    return response.end(part);
  }

  function handle(
    request: IncomingMessage,
    response: ServerResponse,
    key: string,
    query: URLSearchParams,
    body: Buffer,
  ) {
    const uploadId = query.get('uploadId');
    const upload = uploadId === null ? undefined : uploads.get(uploadId);
    if (uploadId !== null && !upload) return refuse(response, 404, 'NoSuchUpload');
    if (upload && uploadId !== null) {
      if (request.method === 'PUT') {
        upload.parts.set(Number(query.get('partNumber')), body);
        return response.writeHead(200, { etag: etagOf(body) }).end();
      }
      if (request.method === 'DELETE') {
        uploads.delete(uploadId);
        return response.writeHead(204).end();
      }
      const numbers = [...upload.parts.keys()].sort((a, b) => a - b);
      if (request.method === 'GET') {
        const from = Number(query.get('part-number-marker') ?? 0);
        const page = numbers.filter((number) => number > from).slice(0, 2);
        const more = numbers.some((number) => number > (page.at(-1) ?? 0));
        return answerXml(
          response,
          `<ListPartsResult>${tag('IsTruncated', String(more))}${tag('NextPartNumberMarker', page.at(-1) ?? 0)}${page
            .map((number) => {
              const part = upload.parts.get(number) as Buffer;
              return `<Part>${tag('PartNumber', number)}${tag('Size', part.length)}${tag('ETag', etagOf(part))}</Part>`;
            })
            .join('')}</ListPartsResult>`,
        );
      }
      objects.set(upload.key, Buffer.concat(numbers.map((number) => upload.parts.get(number) as Buffer)));
      uploads.delete(uploadId);
      return answerXml(
        response,
        `<CompleteMultipartUploadResult>${tag('Key', upload.key)}</CompleteMultipartUploadResult>`,
      );
    }
    if (request.method === 'POST' && query.has('uploads')) {
      const id = randomUUID();
      uploads.set(id, { key, parts: new Map() });
      return answerXml(
        response,
        `<InitiateMultipartUploadResult>${tag('Key', key)}${tag('UploadId', id)}</InitiateMultipartUploadResult>`,
      );
    }
    if (request.method === 'POST' && query.has('delete')) {
      for (const [, name] of body.toString().matchAll(/<Key>(.*?)<\/Key>/g)) objects.delete(name as string);
      return answerXml(response, '<DeleteResult></DeleteResult>');
    }
    if (request.method === 'PUT') {
      objects.set(key, body);
      return response.writeHead(200, { etag: etagOf(body) }).end();
    }
    if (request.method === 'DELETE') {
      objects.delete(key);
      return response.writeHead(204).end();
    }
    return key ? get(request, response, key) : list(response, query);
  }

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    const [, , ...rest] = pathname.split('/');
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    handle(request, response, rest.map(decodeURIComponent).join('/'), searchParams, Buffer.concat(chunks));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
