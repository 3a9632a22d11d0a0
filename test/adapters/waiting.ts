import { setTimeout as pause } from 'node:timers/promises';

/** Waits until something becomes true, looking often; fails loudly after a generous while. */
export async function until<Value>(what: string, look: () => Value | undefined | false): Promise<Value> {
  const deadline = Date.now() + 10_000;
  for (;;) {
    const value = look();
    if (value !== undefined && value !== false) return value;
    if (Date.now() > deadline) throw new Error(`waited in vain for ${what}`);
    await pause(5);
  }
}
