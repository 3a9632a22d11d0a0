import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';
import { until } from '../waiting.ts';

type Json = Readonly<Record<string, unknown>>;

/** One message that the adapter sent or completed. */
export type Outgoing = {
  readonly channel: string;
  readonly privately: boolean;
  readonly payload: Json;
  readonly files: readonly { readonly name: string; readonly text: string }[];
};

export type Refusal = 'rate limit' | 'server error' | 'lost answer';

/** A stand-in for Discord on the loopback: the REST routes that we use and a gateway. */
export type FakeDiscord = {
  readonly url: string;
  readonly outgoing: readonly Outgoing[];
  /** Answers to interactions, by interaction id: the type and the data of the first response. */
  readonly responses: ReadonlyMap<string, Json>;
  /** Every PUT of commands. */
  readonly registered: readonly unknown[];
  /** Intents that the gateway was asked for. */
  readonly intents: readonly number[];
  refuse(how: Refusal, times: number): void;
  push(type: string, data: object): void;
  /** Breaks the connection once; a new one is taken. */
  drop(): void;
  cut(): Promise<void>;
  close(): Promise<void>;
};

export const TOKEN = 'MTIzNDU2Nzg5.Gabcde.secretsecretsecret';
export const BOT = '900000000000000001';
export const GUILD = '900000000000000002';
export const CHANNELS = Array.from({ length: 12 }, (_, index) => `9100000000000000${String(index).padStart(2, '0')}`);
export const DIRECT = '920000000000000001';

const bot = { id: BOT, username: 'ridgepoint', discriminator: '0', avatar: null, bot: true };

/** `commands`: what is registered already. */
export async function fakeDiscord(commands: readonly unknown[] = []): Promise<FakeDiscord> {
  const outgoing: Outgoing[] = [];
  const responses = new Map<string, Json>();
  const interactionOf = new Map<string, { id: string; channel: string }>();
  const registered: unknown[] = [];
  const intents: number[] = [];
  const refusals: Refusal[] = [];
  const nonces = new Map<string, object>();
  let open = true;

  const server = createServer(async (request, response) => {
    const path = decodeURIComponent((request.url ?? '').replace(/\?.*/, '').replace('/api/v10', ''));
    const { payload, files } = await bodyOf(request);
    const answer = (status: number, body?: unknown, headers: Record<string, string> = {}): void => {
      response.writeHead(status, body === undefined ? headers : { 'content-type': 'application/json', ...headers });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    };
    if (path === '/api/paste.txt') {
      response.writeHead(200, { 'content-type': 'text/plain' });
      response.end('Traceback (most recent call last):\nRuntimeError: no kernel image is available');
      return;
    }
    if (request.headers.authorization !== `Bot ${TOKEN}` && !/^\/(interactions|webhooks)\//.test(path)) {
      answer(401, { message: '401: Unauthorized', code: 0 });
      return;
    }
    const [, place = '', token = ''] = /^\/(?:interactions|webhooks|channels)\/(\w+)(?:\/([\w-]+))?/.exec(path) ?? [];
    if (path === '/gateway/bot') {
      const limit = { total: 1000, remaining: 1000, reset_after: 0, max_concurrency: 1 };
      answer(200, { url: `ws://127.0.0.1:${port}`, shards: 1, session_start_limit: limit });
    } else if (path === `/applications/${BOT}/commands`) {
      if (request.method === 'PUT') registered.push(payload);
      answer(200, request.method === 'PUT' ? payload : commands);
    } else if (path.endsWith('/callback')) {
      responses.set(place, payload);
      answer(204);
    } else if (path.startsWith('/channels/') || path.startsWith('/webhooks/')) {
      const refusal = refusals.shift();
      if (refusal === 'rate limit') {
        const wait = { message: 'You are being rate limited.', retry_after: 0.05, global: false };
        answer(429, wait, { 'retry-after': '0.05', 'x-ratelimit-scope': 'user' });
        return;
      }
      if (refusal === 'server error') {
        answer(500, { message: '500: Internal Server Error', code: 0 });
        return;
      }
      const nonce = payload.enforce_nonce === true ? String(payload.nonce) : undefined;
      const known = nonce === undefined ? undefined : nonces.get(nonce);
      const interaction = interactionOf.get(token);
      const channel = interaction?.channel ?? place;
      const message = known ?? messageOf(String(930000000000000000n + BigInt(outgoing.length)), channel, payload);
      if (known === undefined) {
        const deferred = responses.get(interaction?.id ?? '');
        // The first response keeps how it was deferred; every later one says for itself who sees it.
        const flags = request.method === 'PATCH' ? flagsOf(deferred?.data) : flagsOf(payload);
        const privately = (flags & 64) !== 0;
        outgoing.push({ channel, privately, payload, files });
        if (nonce !== undefined) nonces.set(nonce, message);
      }
      if (refusal === 'lost answer') answer(502, { message: 'Bad Gateway', code: 0 });
      else answer(200, message);
    } else answer(404, { message: `no ${path}`, code: 10_003 });
  });

  const sockets = new WebSocketServer({ server });
  const links = new Set<WebSocket>();
  let sequence = 0;
  const dispatch = (link: WebSocket, type: string, data: object): void => {
    sequence += 1;
    link.send(JSON.stringify({ op: 0, s: sequence, t: type, d: data }));
  };
  sockets.on('connection', (link) => {
    if (!open) {
      link.terminate();
      return;
    }
    links.add(link);
    link.on('close', () => links.delete(link));
    link.on('message', (data) => {
      const { op, d } = JSON.parse(String(data));
      if (op === 6) dispatch(link, 'RESUMED', {});
      if (op === 1) link.send(JSON.stringify({ op: 11 }));
      if (op !== 2) return;
      intents.push(d.intents);
      dispatch(link, 'READY', {
        v: 10,
        user: bot,
        guilds: [{ id: GUILD, unavailable: true }],
        session_id: 'session',
        resume_gateway_url: `ws://127.0.0.1:${port}`,
        application: { id: BOT, flags: 0 },
        shard: [0, 1],
      });
      dispatch(link, 'GUILD_CREATE', guild);
    });
    link.send(JSON.stringify({ op: 10, d: { heartbeat_interval: 45_000 } }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  return {
    url: `http://127.0.0.1:${port}/api`,
    outgoing,
    responses,
    registered,
    intents,
    refuse: (how, times) => refusals.push(...Array.from({ length: times }, () => how)),
    push(type, data) {
      if (type === 'INTERACTION_CREATE' && 'token' in data && 'id' in data && 'channel_id' in data) {
        interactionOf.set(String(data.token), { id: String(data.id), channel: String(data.channel_id) });
      }
      for (const link of links) dispatch(link, type, data);
    },
    drop() {
      for (const link of links) link.terminate();
    },
    async cut() {
      open = false;
      for (const link of links) link.terminate();
      await until('the gateway to close', () => links.size === 0);
    },
    async close() {
      for (const link of links) link.terminate();
      sockets.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const guild = {
  id: GUILD,
  name: 'server',
  owner_id: '1',
  unavailable: false,
  member_count: 2,
  large: false,
  roles: [{ id: GUILD, name: '@everyone', permissions: '0', position: 0, color: 0, hoist: false, managed: false }],
  channels: CHANNELS.map((id, position) => ({
    id,
    type: 0,
    name: `channel-${position}`,
    position,
    permission_overwrites: [],
  })),
  members: [],
  emojis: [],
  stickers: [],
  threads: [],
  presences: [],
  voice_states: [],
  stage_instances: [],
  guild_scheduled_events: [],
  features: [],
};

function messageOf(id: string, channel: string, payload: Json): object {
  return {
    id,
    channel_id: channel,
    type: 0,
    author: bot,
    content: payload.content ?? '',
    timestamp: '2026-12-02T00:00:00.000Z',
    edited_timestamp: null,
    tts: false,
    mention_everyone: false,
    mentions: [],
    mention_roles: [],
    attachments: [],
    embeds: [],
    pinned: false,
    components: payload.components ?? [],
  };
}

function flagsOf(value: unknown): number {
  return typeof value === 'object' && value !== null && 'flags' in value ? Number(value.flags) : 0;
}

/** A JSON body, or a form with the JSON in payload_json and files beside it. */
async function bodyOf(request: IncomingMessage): Promise<Pick<Outgoing, 'payload' | 'files'>> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  const type = request.headers['content-type'] ?? '';
  const body = Buffer.concat(parts);
  if (body.length === 0) return { payload: {}, files: [] };
  if (!type.startsWith('multipart/')) return { payload: JSON.parse(body.toString()), files: [] };
  const form = await new Response(body, { headers: { 'content-type': type } }).formData();
  const files = [...form.values()].filter((value) => typeof value !== 'string');
  return {
    payload: JSON.parse(String(form.get('payload_json'))),
    files: await Promise.all(files.map(async (file) => ({ name: file.name, text: await file.text() }))),
  };
}
