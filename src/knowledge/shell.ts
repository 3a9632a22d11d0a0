/** A word of a shell command as the tool gets it, and the line of the text on which it begins (the first is 1). */
export type Word = { readonly text: string; readonly line: number };

/** The words of one simple command, its assignments and redirections left out. */
export type Command = readonly [Word, ...Word[]];

/** Words that stand before a command without being one. */
const BEFORE = new Set(['do', 'then', 'else', 'elif', 'if', 'while', 'until', '!', '{']);
/** Words that begin a part of a loop or branch in which no command stands. */
const NONE = new Set(['for', 'case', 'select', 'done', 'fi', 'esac', '}']);

const REDIRECTION = /^\d*(?:&>>?|<<<|[<>]&\d?-?|>>|<<-?|<(?!\w[^<>|&;\n]*>)|>)[ \t]*/;
/** `<the other node>`: something for the reader to fill in, no redirection. */
const PLACEHOLDER = /^<\w[^<>|&;\n]*>/;

/**
 * The simple commands of a shell text: what pipes, lists, loops and `$(…)` join is taken apart, and a variable that the
 * text itself sets to a command (`B="vllm serve MODEL"`) is put in. Here documents, comments and redirections are left
 * out. Only what entries use of the shell is understood: no functions, no arrays, no backquotes.
 */
export function shellCommands(text: string): readonly Command[] {
  const commands: Command[] = [];
  const variables = new Map<string, readonly string[]>();
  const documents: string[] = [];
  let at = 0;
  let line = 1;

  const skip = (part: string): void => {
    at += part.length;
    line += part.split('\n').length - 1;
  };

  const skipDocuments = (): void => {
    for (const end of documents.splice(0)) {
      const lines = text.slice(at).split('\n');
      const close = lines.findIndex((each) => each.trim() === end);
      skip(close < 0 ? text.slice(at) : `${lines.slice(0, close + 1).join('\n')}\n`);
    }
  };

  const isAssignment = (word: string): boolean => {
    const [, name, value = ''] = /^(\w+)\+?=([\s\S]*)$/.exec(word) ?? [];
    if (name !== undefined && value !== '') variables.set(name, value.split(/\s+/));
    return name !== undefined;
  };

  const keep = (words: readonly Word[]): void => {
    const first = words.findIndex((word) => !BEFORE.has(word.text) && !isAssignment(word.text));
    const [tool, ...rest] = first < 0 ? [] : words.slice(first);
    if (tool === undefined || NONE.has(tool.text)) return;
    const variable = variables.get(/^\$\{?(\w+)\}?$/.exec(tool.text)?.[1] ?? '');
    const [name = tool.text, ...more] = variable ?? [];
    commands.push([{ ...tool, text: name }, ...more.map((word) => ({ ...tool, text: word })), ...rest]);
  };

  /** Reads commands up to the parenthesis that closes them, or to the end. */
  const list = (): void => {
    let words: Word[] = [];
    const end = (): void => {
      keep(words);
      words = [];
    };
    while (at < text.length) {
      const rest = text.slice(at);
      const blank = /^(?:[^\S\n]|\\\n)+/.exec(rest)?.[0];
      const redirection = REDIRECTION.exec(rest)?.[0];
      if (blank !== undefined) skip(blank);
      else if (rest.startsWith('#')) skip(/^[^\n]*/.exec(rest)?.[0] ?? '');
      else if (redirection !== undefined) {
        skip(redirection);
        if (/&[\d-]/.test(redirection)) continue;
        const target = word().text;
        if (/^<<-?\s*$/.test(redirection)) documents.push(target);
      } else if (rest.startsWith('\n')) {
        end();
        skip('\n');
        skipDocuments();
      } else if (/^[;|&(]/.test(rest)) {
        end();
        at += 1;
      } else if (rest.startsWith(')')) {
        at += 1;
        break;
      } else words.push(word());
    }
    end();
  };

  const word = (): Word => {
    const begin = line;
    let whole = '';
    let quoted = false;
    while (at < text.length) {
      const rest = text.slice(at);
      const [placeholder] = (quoted ? null : PLACEHOLDER.exec(rest)) ?? [];
      if (rest.startsWith('"')) {
        quoted = !quoted;
        at += 1;
      } else if (rest.startsWith('\\')) {
        if (rest[1] !== '\n') whole += rest[1] ?? '';
        skip(rest.slice(0, 2));
      } else if (rest.startsWith("'") && !quoted) {
        const [all = "'", inner = ''] = /^'([^']*)'?/.exec(rest) ?? [];
        whole += inner;
        skip(all);
      } else if (rest.startsWith('$(')) {
        at += 2;
        list();
        whole += '$()';
      } else if (placeholder !== undefined) {
        whole += placeholder;
        at += placeholder.length;
      } else if (!quoted && /^[\s;|&()<>]/.test(rest)) break;
      else {
        whole += rest[0];
        skip(rest[0] ?? '');
      }
    }
    return { text: whole, line: begin };
  };

  while (at < text.length) list();
  return commands;
}
