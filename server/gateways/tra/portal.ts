import { type Exchange, exchange } from './exchange.ts'
import type { TraEndpoint, Verification } from './gateway.ts'
import { plainMessage } from './read-answer.ts'
import { readReceiptPage } from './receipt-page.ts'
import { readVerifyPage } from './verify-page.ts'

export type PortalDeps = { fetch: typeof fetch; timeoutMs: number; now: () => number }

/**
 * Looks a receipt up on the public portal. The portal answers with one redirect, which is followed only to the
 * same origin, or with the form for the time, which is then asked in a second step. It remembers the receipt per
 * caller: look-ups of one caller are therefore made one after the other, and a page that shows another code is no
 * answer (field practice).
 */
export function createPortal(
  deps: PortalDeps,
): (endpoint: TraEndpoint, rctvnum: string, time: string) => Promise<Verification> {
  const lastLookUps = new Map<string, Promise<unknown>>()
  return async (endpoint, rctvnum, time) => {
    const previous = lastLookUps.get(endpoint.verifyUrl) ?? Promise.resolve()
    const lookUp = previous.then(() => lookUpReceipt(deps, endpoint, rctvnum, time))
    lastLookUps.set(endpoint.verifyUrl, lookUp)
    try {
      return await lookUp
    } finally {
      if (lastLookUps.get(endpoint.verifyUrl) === lookUp) lastLookUps.delete(endpoint.verifyUrl)
    }
  }
}

async function lookUpReceipt(
  deps: PortalDeps,
  endpoint: TraEndpoint,
  rctvnum: string,
  time: string,
): Promise<Verification> {
  if (!/^[A-Za-z0-9]+$/.test(rctvnum) || !/^\d{2}:\d{2}:\d{2}$/.test(time)) {
    return unknown('the verification code or the time is not in its form')
  }
  const deadline = deps.now() + deps.timeoutMs
  const open = (url: string) => get(deps, url, Math.max(deadline - deps.now(), 1))
  const base = endpoint.verifyUrl.replace(/\/+$/, '')
  const url = `${base}/${rctvnum}_${time.replaceAll(':', '')}`
  const first = await open(url)
  const target = redirectTarget(first, url)
  if (target === 'elsewhere') return unknown('the portal sends the caller elsewhere')
  if (target !== undefined) return readAnswer(await open(target.href), rctvnum)
  const verification = readAnswer(first, rctvnum)
  if (verification.kind !== 'not-found') return verification
  // A portal that takes no time in the address asks for it: the code first, which it remembers, then the time.
  const asked = await open(`${base}/${rctvnum}`)
  if (asked.kind !== 'answered') return unknown(asked.message)
  return readAnswer(await open(`${base}/Verify/Verified?Secret=${time}`), rctvnum)
}

function unknown(message: string): Verification {
  return { kind: 'unknown', message }
}

function readAnswer(page: Exchange, rctvnum: string): Verification {
  if (page.kind !== 'answered') return unknown(page.message)
  if (page.status !== 200) return unknown(`HTTP ${page.status} ${plainMessage(page.text)}`.trim())
  const read = readVerifyPage(page.text)
  if (read.kind === 'form') return { kind: 'not-found' }
  if (read.kind === 'unreadable') return unknown('the portal page is not a receipt')
  if (read.code !== rctvnum.toUpperCase()) return unknown('the portal shows another receipt')
  const { code, totalIncludingTax } = read
  const receipt = { ...readReceiptPage(page.text), code, total: totalIncludingTax }
  return { kind: 'found', totalIncludingTax, code, receipt }
}

function get(deps: PortalDeps, url: string, timeoutMs: number): Promise<Exchange> {
  return exchange(deps.fetch, { url, method: 'GET', headers: { accept: 'text/html' }, timeoutMs })
}

function redirectTarget(answer: Exchange, from: string): URL | 'elsewhere' | undefined {
  if (answer.kind !== 'answered' || answer.status < 300 || answer.status >= 400) return undefined
  const location = answer.headers.get('location')
  if (location === null || !URL.canParse(location, from)) return 'elsewhere'
  const target = new URL(location, from)
  return target.origin === new URL(from).origin ? target : 'elsewhere'
}
