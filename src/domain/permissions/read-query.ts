function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

/** The values of an address query (`?a=1&b=2`, with or without `?`) by name; the first of a name counts. */
export function readQuery(search: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>()
  for (const pair of search.replace(/^\?/, '').split('&')) {
    if (pair === '') continue
    const at = pair.indexOf('=')
    const name = decoded(at < 0 ? pair : pair.slice(0, at))
    if (!values.has(name)) values.set(name, at < 0 ? '' : decoded(pair.slice(at + 1)))
  }
  return values
}

/** An address query of named values, in their order; empty without any. */
export function queryText(values: Iterable<readonly [string, string]>): string {
  const pairs = [...values].map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}
