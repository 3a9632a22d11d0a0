import { stringify } from 'yaml';
import { openMemory } from '../memory/open.ts';
import { requireSettings } from '../settings.ts';

/** Lists what could not be answered, most often asked first, each with a stub entry to start from. */
export async function gaps(): Promise<number> {
  const memory = await openMemory(requireSettings([]).dataFolder);
  const found = await memory.gaps();
  await memory.close();
  if (found.length === 0) console.log('No gaps: every question so far was answered, or none was asked.');
  for (const { terms, count, last } of found) {
    console.log(`${count} × ${terms.join(' ')}   (last ${last.slice(0, 10)})`);
    console.log(indent(stub(terms)));
  }
  return 0;
}

/** A start for `knowledge/<stack>/<topic>.yaml`; `npm run check` names what is still to be written. */
function stub(terms: readonly string[]): string {
  const words = terms.join(' ');
  return stringify({
    title: `What to do about ${words}`.slice(0, 80),
    kind: 'practice',
    asks: [words],
    lead: 'Write the answer in one or two sentences.',
    do: 'Write what to do, with code that runs.',
    sources: [{ title: 'The page you opened', url: 'https://', covers: 'the version it speaks about', checked: '' }],
  });
}

function indent(text: string): string {
  return text.replace(/^(?=.)/gm, '    ');
}
