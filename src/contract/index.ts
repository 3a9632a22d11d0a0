/** Everything that an adapter may import from the core, under the alias `#contract`. */
export { ACTION_LIMIT, type Action, decodeAction, encodeAction, fitsAction } from './action.ts';
export type { Adapter, Bot, Log, Running, Setting } from './adapter.ts';
export { alignedTable, alignedWidth } from './align.ts';
export type { Answer, Block, Chart, Choice, Origin, Reason, Reply, Source, Span, Spans } from './answer.ts';
export { apology } from './apology.ts';
export { type Button, type ButtonRoom, buttonsOf } from './button.ts';
export { documentOf, type Fitted, fitBlocks, type Room } from './fit.ts';
export { framesOf } from './frames.ts';
export { blockText, plainText, spansText } from './plain.ts';
export type { Question } from './question.ts';
export { reference } from './reference.ts';
export { sourcesOf, standing } from './sources.ts';
