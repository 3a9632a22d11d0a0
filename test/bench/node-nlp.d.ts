/** The part of node-nlp that the benchmark uses; the package brings no types. */
declare module 'node-nlp' {
  export class NlpManager {
    constructor(settings: Readonly<Record<string, unknown>>);
    addDocument(language: string, text: string, intent: string): void;
    train(): Promise<void>;
    process(language: string, text: string): Promise<{ readonly intent: string; readonly score: number }>;
  }
}
