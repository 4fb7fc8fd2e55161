import type { Endpoint } from '#contract/endpoint.ts'

export type BuiltRequest = {
  readonly path: string
  readonly search: Readonly<Record<string, string>>
  /** The JSON body of a POST; `null` for a GET. */
  readonly content: Readonly<Record<string, unknown>> | null
}

/** Distributes an input as its endpoint expects: `:name` parts of the path, query string of a GET, body of a POST. */
export function buildRequest(endpoint: Pick<Endpoint, 'method' | 'path'>, input: object): BuiltRequest {
  const rest: Record<string, unknown> = { ...input }
  const path = endpoint.path.replace(/:([a-zA-Z]+)/g, (_, name: string) => {
    const value = String(rest[name])
    delete rest[name]
    return encodeURIComponent(value)
  })
  if (endpoint.method === 'POST') return { path, search: {}, content: rest }
  const search: Record<string, string> = {}
  for (const [name, value] of Object.entries(rest)) {
    if (typeof value === 'string' || typeof value === 'number') search[name] = String(value)
  }
  return { path, search, content: null }
}
