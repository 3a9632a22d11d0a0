import { describe } from 'vitest';
import { conversations } from './cases/conversations.ts';
import { failures } from './cases/failures.ts';
import { replies } from './cases/replies.ts';
import { texts } from './cases/texts.ts';
import type { Driver } from './driver.ts';
import { suiteFor } from './suite.ts';

/** The adapter contract of the design, once for every adapter; a driver connects it to a stand-in for its platform. */
export function adapterContract(driver: Driver): void {
  describe(`${driver.name} keeps the adapter contract`, () => {
    const suite = suiteFor(driver);
    replies(suite);
    conversations(suite);
    texts(suite);
    failures(suite);
  });
}
