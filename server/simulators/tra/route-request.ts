import { html } from 'hono/html'
import { answerControl } from './control-api.ts'
import { answerControlForm, controlPage } from './control-page.ts'
import { handleCall } from './handle-call.ts'
import { htmlPage, SIMULATION_MARK } from './html.ts'
import type { ApiCall } from './ledger-entries.ts'
import type { SimulatorContext } from './simulator-context.ts'
import { answer, headerOf, type SimAnswer, type SimRequest } from './simulator-http.ts'
import { VERIFY_PATH, type VerifyPortal } from './verify-portal.ts'

const CALLS: Record<string, ApiCall> = {
  '/api/vfdregreq': 'registration',
  '/vfdtoken': 'token',
  '/api/efdmsrctinfo': 'receipt',
  '/api/efdmszreport': 'z-report',
}

/** Routes a request to its handler. The authority's paths match in any case, with and without their old prefix. */
export async function routeRequest(
  context: SimulatorContext,
  portal: VerifyPortal,
  request: SimRequest,
): Promise<SimAnswer> {
  const path = request.path.length > 1 ? request.path.replace(/\/+$/, '') : request.path
  const plain = path.toLowerCase()
  const call = CALLS[plain.replace(/^\/efdmsrctapi(?=\/)/, '')]
  if (call !== undefined) return await routeCall(context, call, request)
  if (plain === VERIFY_PATH.toLowerCase() || plain.startsWith(`${VERIFY_PATH.toLowerCase()}/`)) {
    return portal.answer(path, request)
  }
  if (plain === '/sim' || plain.startsWith('/sim/')) return await routeControl(context, path, request)
  return request.path === '/' ? welcomePage(context) : answer(404, 'text/plain; charset=utf-8', 'Not found')
}

async function routeCall(context: SimulatorContext, call: ApiCall, request: SimRequest): Promise<SimAnswer> {
  if (request.method === 'POST') return await handleCall(context, call, request)
  if (request.method === 'GET' || request.method === 'HEAD') {
    return answer(200, 'text/plain; charset=utf-8', 'Welcome to the VFD interface (simulation)')
  }
  return answer(405, 'text/plain; charset=utf-8', 'Only POST', { allow: 'GET, POST' })
}

async function routeControl(
  context: SimulatorContext,
  path: string,
  request: SimRequest,
): Promise<SimAnswer> {
  if (isFromElsewhere(request)) return answer(403, 'text/plain; charset=utf-8', 'Not from another site')
  if (path === '/sim' && request.method === 'GET') return controlPage(context)
  if (path.startsWith('/sim/page/') && request.method === 'POST') {
    return await answerControlForm(context, path, request)
  }
  return await answerControl(context, path, request)
}

/** A page of another site, open in the same browser, must not steer the simulator. */
function isFromElsewhere(request: SimRequest): boolean {
  const origin = headerOf(request, 'origin')
  if (origin === undefined) return false
  return !URL.canParse(origin) || new URL(origin).host !== headerOf(request, 'host')
}

function welcomePage(context: SimulatorContext): SimAnswer {
  return htmlPage(
    'Tax authority simulator',
    html`${SIMULATION_MARK}<h1>Tax authority simulator</h1>
<p>This server imitates the fiscal device interface of the Tanzanian tax authority for demonstration and tests. It is not connected to the authority, and nothing it answers is a fiscal receipt.</p>
<p lang="sw">Seva hii inaiga mfumo wa risiti za kielektroniki kwa maonyesho na majaribio tu. Haijaunganishwa na mamlaka ya mapato.</p>
<ul><li><a href="${VERIFY_PATH}/">Verify a receipt / Hakiki risiti</a> (${context.publicUrl}${VERIFY_PATH})</li><li><a href="/sim">Control page</a></li></ul>`,
  )
}
