import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { until } from '../waiting.ts';

/** One message that the adapter sent, by which way and with what in it. */
export type Outgoing = { readonly way: string; readonly payload: Readonly<Record<string, unknown>> };

/** A file as it was shared: where, and with what in it. */
export type Upload = { readonly form: Readonly<Record<string, unknown>>; readonly bytes: Buffer };

/** The scopes that the stand-in grants; `names` false: its answers do not say which. */
export type Grant = { readonly scopes: readonly string[]; readonly names: boolean };

export type Refusal = 'rate limit' | 'server error' | 'no permission' | 'lost answer';

/** A stand-in for Slack on the loopback: the Web API methods that we call, response addresses and a Socket Mode server. */
export type FakeSlack = {
  readonly url: string;
  readonly outgoing: readonly Outgoing[];
  readonly uploads: readonly Upload[];
  /** Calls of files methods, refused ones too. */
  readonly asked: readonly string[];
  /** Installs the app anew with other scopes. */
  grant(grant: Grant): void;
  /** Lets the next steps of an upload fail with a server error. */
  breakUploads(times: number): void;
  refuse(how: Refusal, times: number): void;
  /** Sends one envelope over the socket; resolves when it is acknowledged. */
  push(type: string, payload: object): Promise<void>;
  /** Breaks every socket once; new ones are taken. */
  drop(): void;
  /** Breaks every socket and takes no new one. */
  cut(): Promise<void>;
  close(): Promise<void>;
};

export const BOT = { user: 'U0BOT', bot: 'B0BOT', team: 'T0TEAM' } as const;
export const TOKENS = { bot: 'xoxb-good', app: 'xapp-good' } as const;

/** Three of the four that the app asks for. */
const FEW: Grant = { scopes: ['app_mentions:read', 'chat:write', 'commands'], names: true };

export async function fakeSlack(granted: Grant = FEW): Promise<FakeSlack> {
  const outgoing: Outgoing[] = [];
  const uploads: Upload[] = [];
  const asked: string[] = [];
  const stored = new Map<string, Buffer>();
  let grant = granted;
  let broken = 0;
  const refusals: Refusal[] = [];
  const acknowledged = new Set<string>();
  let open = true;
  let envelopes = 0;

  const server = createServer(async (request, response) => {
    const way = (request.url ?? '').replace(/^\/api\//, '').replace(/^\//, '');
    const raw = await rawOf(request);
    if (way.startsWith('upload/')) {
      stored.set(way.slice('upload/'.length), raw);
      response.writeHead(200).end(`OK - ${raw.length}`);
      return;
    }
    const payload = bodyOf(raw, request.headers['content-type']);
    const token = request.headers.authorization?.replace('Bearer ', '') ?? payload.token;
    const answer = (status: number, body: object, headers: Record<string, string> = {}): void => {
      const named = grant.names ? { 'x-oauth-scopes': grant.scopes.join(',') } : {};
      response.writeHead(status, { 'content-type': 'application/json', ...named, ...headers });
      response.end(JSON.stringify(body));
    };
    if (way === 'auth.test') {
      const known = token === TOKENS.bot;
      const identity = { ok: true, team_id: BOT.team, user_id: BOT.user, bot_id: BOT.bot };
      answer(200, known ? identity : { ok: false, error: 'invalid_auth' });
    } else if (way === 'apps.connections.open') {
      const known = token === TOKENS.app && open;
      answer(200, known ? { ok: true, url: `ws://127.0.0.1:${port}/link` } : { ok: false, error: 'invalid_auth' });
    } else if (way.startsWith('files.')) {
      asked.push(way);
      if (!grant.scopes.includes('files:write'))
        answer(200, { ok: false, error: 'missing_scope', needed: 'files:write', provided: grant.scopes.join(',') });
      else if (broken > 0) {
        broken -= 1;
        answer(500, {});
      } else if (way === 'files.getUploadURLExternal') {
        const id = `F${asked.length}`;
        answer(200, { ok: true, upload_url: `http://127.0.0.1:${port}/upload/${id}`, file_id: id });
      } else {
        const [file] = JSON.parse(String(payload.files));
        uploads.push({ form: { ...payload, files: file }, bytes: stored.get(file.id) ?? Buffer.alloc(0) });
        answer(200, { ok: true, files: [file] });
      }
    } else if (way.startsWith('chat.') || way.startsWith('respond/')) {
      const refusal = refusals.shift();
      if (refusal === 'rate limit') answer(429, { ok: false, error: 'ratelimited' }, { 'retry-after': '0' });
      else if (refusal === 'server error') answer(500, {});
      else if (refusal === 'no permission') answer(200, { ok: false, error: 'not_in_channel' });
      else {
        outgoing.push({ way, payload });
        if (refusal === 'lost answer') request.socket.destroy();
        else answer(200, { ok: true, ts: `1800000000.${String(outgoing.length).padStart(6, '0')}` });
      }
    } else answer(404, { ok: false, error: 'unknown_method' });
  });
  const sockets = new WebSocketServer({ server, path: '/link' });
  const links = new Set<WebSocket>();
  sockets.on('connection', (socket) => {
    links.add(socket);
    socket.on('close', () => links.delete(socket));
    socket.on('message', (data) => acknowledged.add(JSON.parse(String(data)).envelope_id));
    socket.send(JSON.stringify({ type: 'hello', num_connections: 1 }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}`,
    outgoing,
    uploads,
    asked,
    grant(next) {
      grant = next;
    },
    breakUploads(times) {
      broken = times;
    },
    refuse: (how, times) => refusals.push(...Array.from({ length: times }, () => how)),
    async push(type, payload) {
      envelopes += 1;
      const id = `envelope-${envelopes}`;
      for (const link of links)
        link.send(JSON.stringify({ envelope_id: id, type, payload, accepts_response_payload: true }));
      await until(`the acknowledgement of ${type}`, () => acknowledged.has(id));
    },
    drop() {
      for (const link of links) link.terminate();
    },
    async cut() {
      open = false;
      for (const link of links) link.terminate();
      await until('the sockets to close', () => links.size === 0);
    },
    async close() {
      for (const link of links) link.terminate();
      sockets.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function rawOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts);
}

/** A form or JSON body; Slack's client writes structures in a form as JSON text. */
function bodyOf(raw: Buffer, kind: string | undefined): Record<string, unknown> {
  const text = raw.toString();
  if (kind?.startsWith('application/json') === true) return JSON.parse(text);
  return Object.fromEntries(
    [...new URLSearchParams(text)].map(([name, value]) => [name, name === 'blocks' ? JSON.parse(value) : value]),
  );
}
