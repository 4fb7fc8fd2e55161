/**
 * A next URL that may be followed: a path of this site, with its query and hash. `undefined` for other sites in any
 * spelling (`//x`, `/\x`, `/..//x`, `https:`, control characters inside), so that a link cannot redirect people to
 * another site after login.
 */
export function localPath(text: string | undefined): string | undefined {
  if (text === undefined || text.length > 2000) return undefined
  const path = text.replace(/[?#].*$/s, '')
  if (!path.startsWith('/') || path.includes('//') || /(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i.test(path)) {
    return undefined
  }
  // Browsers drop tabs and line ends and read a backslash as a slash.
  for (const sign of text) if (sign <= ' ' || sign === '\\' || sign === '\u007F') return undefined
  return text
}
