/** Patterns of what must not be kept, each with what stands in its place. */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:xox[abprs]-|xapp-|gh[pousr]_|github_pat_|hf_|sk-|glpat-|nvapi-|AKIA)[A-Za-z0-9_-]{8,}/g, '‹secret›'],
  [/\beyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]*/g, '‹secret›'],
  [/\b(bearer\s+)[^\s"',;]{6,}/gi, '$1‹secret›'],
  [/\b((?:api[_-]?key|token|secret|password|passwd|authorization)["']?\s*[:= ]\s*["']?)[^\s"',;]{6,}/gi, '$1‹secret›'],
  [/\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@:]+:[^\s/@]+@/gi, '$1‹secret›@'],
  [/(\/(?:home|Users|root|mnt\/[a-z])\/?)[^\s:'")/]*/g, '$1‹home›'],
  [/\b[A-Za-z]:\\Users\\[^\s\\:'"]+/g, '‹home›'],
  [/\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+\b/g, '‹mail›'],
  [/\b(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?\b/g, '‹host›'],
  [/\b[\w-]+(?:\.[\w-]+)*\.(?:internal|local|corp|lan|cluster|svc)\b(?::\d+)?/gi, '‹host›'],
];

/** The text without tokens, keys, home folders, addresses and hosts: what may be kept. */
export function redact(text: string): string {
  return SECRETS.reduce((kept, [pattern, stead]) => kept.replace(pattern, stead), text);
}
