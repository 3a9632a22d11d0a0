import type { Adapter } from '#contract';
import { connect, type SlackOptions } from './connect.ts';
import { listen } from './listen.ts';
import { settings } from './settings.ts';

/** Slack: mentions, direct messages and `/gpu`, over Socket Mode or signed HTTP requests. */
export const adapter: Adapter = createSlackAdapter();

/** The same adapter against another address or with shorter waits; only tests give options. */
export function createSlackAdapter(options: SlackOptions = {}): Adapter {
  return {
    name: 'slack',
    settings,
    // HTTP comes first: whoever sets a signing secret and a port wants it; the socket is the default.
    modes: [
      { name: 'HTTP', needs: ['SLACK_SIGNING_SECRET', 'SLACK_PORT'] },
      { name: 'Socket Mode', needs: ['SLACK_APP_TOKEN'] },
    ],
    async start({ settings: values, bot, log }) {
      const connection = await connect(values, log, options);
      const work = listen(connection, bot, log);
      await connection.open();
      log('info', 'slack.started', { mode: connection.mode, team: connection.team });
      let stopped: Promise<unknown> | undefined;
      return {
        health: connection.health,
        async stop() {
          stopped ??= Promise.race([Promise.all([connection.close(), work.drained()]), elapsed(DRAIN_MS)]);
          await stopped;
        },
      };
    },
  };
}

/** Work in hand gets this long to finish, a little less than the second that the contract allows. */
const DRAIN_MS = 900;

function elapsed(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}
