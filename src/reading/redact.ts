/**
 * Patterns of what must not be kept, each with what stands in its place. Texts are as long as a log may be: a pattern that
 * begins with a run begins where the run does, else each place in it would be tried.
 */
const SECRETS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:xox[abprs]-|xapp-|gh[pousr]_|github_pat_|hf_|sk-|glpat-|nvapi-|AKIA)[A-Za-z0-9_-]{8,}/g, '‹secret›'],
  [/(?<![\w-])eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]*/g, '‹secret›'],
  [/\b(bearer\s+)[^\s"',;]{6,}/gi, '$1‹secret›'],
  [
    /((?:api[_-]?key|token|secret|password|passwd|authorization)["']?\s{0,3}[:=]\s{0,3}["']?)[^\s"',;]{6,}/gi,
    '$1‹secret›',
  ],
  // A word that merely follows "token" is prose; one of letters and digits is not.
  [/\b((?:api[_-]?key|token|secret|password|passwd) )(?=[a-z]*\d)(?=\d*[a-z])[^\s"',;]{6,}/gi, '$1‹secret›'],
  [/(?<![a-z0-9+.-])([a-z][a-z0-9+.-]*:\/\/)[^\s/@:]+:[^\s/@]+@/gi, '$1‹secret›@'],
  [/(\/(?:home|Users|root|mnt\/[a-z])\/?)[^\s:'")/]*/g, '$1‹home›'],
  [/\b[A-Za-z]:\\Users\\[^\s\\:'"]+/g, '‹home›'],
  [/(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+\b/g, '‹mail›'],
  // TensorRT, cuDNN and cuBLAS number their releases with four figures too.
  [
    /(?<!(?:version|expecting|got|tensorrt|cudnn|cublas|cu1\d|loaded|against|built|==)[ :=v(-]{0,3})(?<![\w.-])(?:\d{1,3}\.){3}\d{1,3}(?::\d+)?\b(?!\.\d)/gi,
    '‹host›',
  ],
  [/(?<![\w.-])[\w.-]+\.(?:internal|local|corp|lan|cluster|svc)\b(?::\d+)?/gi, '‹host›'],
];

/** The text without tokens, keys, home folders, addresses and hosts: what may be kept. */
export function redact(text: string): string {
  return SECRETS.reduce((kept, [pattern, stead]) => kept.replace(pattern, stead), text);
}
