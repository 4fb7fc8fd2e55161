import { NONCE_PARAMETER, PROOF_FIELD } from '#contract/answer-proof.ts'
import { type EndpointName, endpoints } from '#contract/endpoints.ts'

type Account = { readonly userId: string; readonly companyId: string | null }
/** A request as a test sees it; `path` with its query. */
export type AskedRequest = {
  readonly method: string
  readonly path: string
  readonly authorization?: string | undefined
  readonly body?: string
}

function endpointOf(method: string, pathname: string): EndpointName | null {
  const names = Object.keys(endpoints) as EndpointName[]
  const fits = (name: EndpointName) => {
    const pattern = endpoints[name].path.replaceAll(/:\w+/g, '[^/]+')
    return endpoints[name].method === method && new RegExp(`^${pattern}$`).test(pathname)
  }
  return names.find(fits) ?? null
}

/** Whose request it is, by its bearer or by what a push names. */
function accountOf({ authorization, body }: AskedRequest): Account | null {
  try {
    const [, payload] = (authorization ?? '').split('.')
    if (payload !== undefined) {
      const { sub, company } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<
        string,
        string
      >
      return { userId: sub ?? '', companyId: company ?? null }
    }
    const { userId, companyId } = JSON.parse(body ?? '') as Record<string, string>
    return userId === undefined ? null : { userId, companyId: companyId ?? null }
  } catch {
    return null
  }
}

/**
 * Adds to an answer of a test's fake server the proof of which request it answers, as the server does. An
 * answer that is not a JSON object, that has its proof already, or to a request without a nonce, stays as it
 * is.
 */
export function proveAnswer(request: AskedRequest, text: string, account = accountOf(request)): string {
  const url = new URL(request.path, 'http://any')
  const nonce = url.searchParams.get(NONCE_PARAMETER)
  if (nonce === null) return text
  try {
    const answer: unknown = JSON.parse(text)
    if (typeof answer !== 'object' || answer === null || Array.isArray(answer)) return text
    const whose = account && { userId: account.userId, companyId: account.companyId }
    const proof = { nonce, endpoint: endpointOf(request.method, url.pathname), account: whose }
    return JSON.stringify({ [PROOF_FIELD]: proof, ...answer })
  } catch {
    return text
  }
}

/** A `fetch` that answers as a server does which knows whose requests they are. */
export function provenFetch(inner: typeof fetch, account: () => Account | null): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init)
    const { pathname, search } = new URL(request.url)
    const response = await inner(request)
    if (!/json/.test(response.headers.get('content-type') ?? '')) return response
    const asked = { method: request.method, path: `${pathname}${search}` }
    const { status, headers } = response
    return new Response(proveAnswer(asked, await response.text(), account()), { status, headers })
  }
}
