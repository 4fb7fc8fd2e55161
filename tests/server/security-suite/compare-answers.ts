import { expect } from 'vitest'

/** An answer as it travels: nothing parsed, nothing left out. */
export type RawAnswer = { readonly status: number; readonly headers: Headers; readonly text: string }

export async function askRaw(
  url: string,
  request: { method: string; path: string; token?: string | undefined; body?: object | undefined },
): Promise<RawAnswer> {
  const response = await fetch(`${url}${request.path}`, {
    method: request.method,
    headers: {
      ...(request.body ? { 'content-type': 'application/json' } : {}),
      ...(request.token === undefined ? {} : { authorization: `Bearer ${request.token}` }),
    },
    ...(request.body ? { body: JSON.stringify(request.body) } : {}),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** Differs in every answer, and says nothing: ids, hashes and tokens that the request or chance made. */
const BY_CHANCE: readonly [RegExp, string][] = [
  [/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi, '<id>'],
  [/"bodyHash":"[0-9a-f]{64}"/g, '"bodyHash":"<hash>"'],
  // Made from the id of the expense.
  [/RST-[0-9A-F]{10}/g, '<own code>'],
  [/"changeId":\d+/g, '"changeId":0'],
  [/"contiguousDeviceSeq":\d+/g, '"contiguousDeviceSeq":0'],
]
const HEADERS_BY_CHANCE = new Set(['date', 'x-request-id', 'content-length'])

function plainText(text: string): string {
  return BY_CHANCE.reduce((plain, [pattern, by]) => plain.replace(pattern, by), text)
}

function plainHeaders(headers: Headers): [string, string][] {
  return [...headers]
    .filter(([name]) => !HEADERS_BY_CHANCE.has(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
}

/**
 * Fails unless two answers are the same except for random parts, so that a caller cannot distinguish a
 * foreign id from an unknown one.
 */
export function expectAlike(foreign: RawAnswer, unknown: RawAnswer): void {
  expect(foreign.status).toBe(unknown.status)
  expect(plainHeaders(foreign.headers)).toEqual(plainHeaders(unknown.headers))
  expect(plainText(foreign.text)).toBe(plainText(unknown.text))
}

/** Fails when an answer holds anything of a company that the request did not bring along itself. */
export function expectNothingOf(markers: readonly string[], answer: RawAnswer, request: string): void {
  const headers = JSON.stringify([...answer.headers])
  const found = markers.filter(
    (marker) => !request.includes(marker) && (answer.text.includes(marker) || headers.includes(marker)),
  )
  expect(found, answer.text.slice(0, 500)).toEqual([])
}
