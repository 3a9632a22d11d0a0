import { webApi } from '@slack/bolt';
import type { Bot, Log, Reply } from '#contract';
import { type Connection, codeOf } from './connect.ts';
import type { Place } from './read.ts';
import { attempt } from './send.ts';

/** Uploads the pictures of a reply beside its words. */
export type Pictures = {
  /** Takes note of the scopes that a call's answer names: an app that was installed anew may upload without a restart. */
  learn(answer: unknown): void;
  /** Shows a reply's pictures in its thread. Never rejects: the message before it describes each picture in words. */
  show(reply: Reply, place: Place): Promise<void>;
};

/** The scope that an upload takes; the app works without it. */
const SCOPE = 'files:write';
const FIX = `add the optional scope ${SCOPE} under OAuth & Permissions and reinstall the app, or leave it: pictures stay words`;

/** Pictures for a connection, as far as its token may upload: Slack names the granted scopes with every answer. */
export function picturesFor({ app, scopes }: Connection, bot: Bot, log: Log): Pictures {
  // Undefined: Slack named no scopes, so an upload is tried and its refusal tells.
  let allowed = scopes?.includes(SCOPE);
  let told = false;

  function refuse(): void {
    allowed = false;
    if (told) return;
    told = true;
    log('warning', 'slack.pictures-off', { missing: [SCOPE], fix: FIX });
  }

  return {
    learn(answer) {
      const named = scopesOf(answer);
      if (named === undefined) return;
      allowed = named.includes(SCOPE);
      if (allowed) told = false;
    },
    async show(reply, place) {
      const pictures = reply.answer.blocks.filter((block) => block.kind === 'picture');
      if (pictures.length === 0) return;
      if (allowed === false) {
        refuse();
        return;
      }
      const thread = place.thread === undefined ? {} : { thread_ts: place.thread };
      for (const { name, alt, chart } of pictures) {
        try {
          const file = Buffer.from(await bot.picture(chart));
          const upload = {
            channel_id: place.channel,
            ...thread,
            file,
            filename: fileName(name),
            title: alt,
            alt_text: alt,
          };
          await attempt(() => app.client.filesUploadV2(upload));
        } catch (error) {
          if (error instanceof webApi.WebAPIPlatformError && error.data.error === 'missing_scope') {
            refuse();
            return;
          }
          log('warning', 'slack.picture-failed', { reference: reply.reference, code: codeOf(error) });
        }
      }
    },
  };
}

function scopesOf(answer: unknown): readonly string[] | undefined {
  if (typeof answer !== 'object' || answer === null || !('response_metadata' in answer)) return undefined;
  const { response_metadata: metadata } = answer as webApi.WebAPICallResult;
  return metadata?.scopes;
}

function fileName(name: string): string {
  return name.endsWith('.png') ? name : `${name}.png`;
}
