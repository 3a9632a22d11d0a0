import type { Adapter, Running } from '#contract';
import type { Knowing } from '../answering/respond.ts';
import { createBot } from '../bot.ts';
import { picture } from '../drawing/picture.ts';
import { LEARNED, loadKnowing, requireKnowing } from '../knowing.ts';
import { problemText } from '../knowledge/problem.ts';
import { openMemory } from '../memory/open.ts';
import { type Health, serveHealth } from '../operating/health.ts';
import { createLog } from '../operating/log.ts';
import { requireSettings } from '../settings.ts';
import type { Given } from './command.ts';

/** What is older than its keeping time goes once an hour. */
const FORGET_EVERY_MS = 3_600_000;

/** Starts every configured adapter, else the terminal, else only /healthz; ends on SIGTERM or SIGINT. */
export async function start({ platforms, load }: Given): Promise<number> {
  const adapters = await Promise.all(platforms.map(load));
  const settings = requireSettings(adapters);
  const chosen = settings.adapters.length > 0 ? settings.adapters : inTerminal(adapters);
  const log = createLog(process.stderr);
  const chatting = settings.adapters.length === 0 && chosen.length > 0;
  const memory = await openMemory(settings.dataFolder);
  let knowing: Knowing = requireKnowing(settings.knowledgeFolders, [settings.dataFolder, LEARNED], log);
  const bot = createBot({ knowing: () => knowing, memory, log: chatting ? () => {} : log, picture });
  const running = new Map<string, Running>();
  const stops: (() => Promise<void>)[] = [() => memory.close()];
  try {
    await memory.forget();
    if (!chatting) {
      const health: Health = await serveHealth(settings.port, () => knowing.library.hash, running);
      stops.unshift(() => health.stop());
      const adaptersFor =
        chosen.length > 0
          ? chosen.map(({ adapter }) => adapter.name).join(', ')
          : 'none: no adapter is configured and this is no terminal';
      log('info', 'serving /healthz', {
        port: health.port,
        adapters: adaptersFor,
        entries: knowing.library.entries.length,
        library: knowing.library.hash,
      });
    }
    for (const { adapter, values } of chosen) {
      const started = await adapter.start({ settings: values, bot, log: chatting ? () => {} : log });
      running.set(adapter.name, started);
      stops.unshift(() => started.stop());
    }
    const forgetting = setInterval(
      () => void memory.forget().catch((error: unknown) => log('error', 'forgetting failed', { error })),
      FORGET_EVERY_MS,
    );
    process.on('SIGHUP', () => {
      const loaded = loadKnowing(settings.knowledgeFolders, [settings.dataFolder, LEARNED], log);
      if ('knowing' in loaded) {
        knowing = loaded.knowing;
        log('info', 'library replaced', { library: knowing.library.hash, entries: knowing.library.entries.length });
      } else
        log('error', 'the new library has problems; the old one stays', { problems: loaded.problems.map(problemText) });
    });
    await new Promise<void>((resolve) => {
      process.once('SIGTERM', resolve);
      process.once('SIGINT', resolve);
    });
    clearInterval(forgetting);
    return 0;
  } finally {
    for (const stop of stops) await stop();
    process.removeAllListeners('SIGHUP');
  }
}

/** The adapters that need no setting, when a person sits at a terminal. */
function inTerminal(adapters: readonly Adapter[]): { adapter: Adapter; values: Record<string, string> }[] {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return [];
  return adapters.filter(({ settings }) => settings.length === 0).map((adapter) => ({ adapter, values: {} }));
}
