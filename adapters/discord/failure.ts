/** The short name of what failed, never its text, which could repeat what somebody wrote. */
export function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error) return String(error.code);
  if (error instanceof Error && 'status' in error) return `HTTP ${String(error.status)}`;
  return error instanceof Error ? error.name : typeof error;
}
