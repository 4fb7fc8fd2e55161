import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import * as v from 'valibot'
import { nastyText } from './schema-arbitrary.ts'

/** A request as bytes. */
export type WireRequest = {
  readonly query: string
  readonly body: Buffer
  readonly headers: Readonly<Record<string, string>>
}

/** With its own words for the report of a failure: bytes say little. */
function wire(query: string, body: Buffer, headers: WireRequest['headers']): WireRequest {
  const words = JSON.stringify({ query, body: body.toString('latin1').slice(0, 3_000), headers })
  return Object.assign({ query, body, headers }, { [fc.toStringMethod]: () => words })
}

/** JSON text, since some of it can't be a value: keys twice, figures too long, thousands of levels. */
type Change = (text: string) => string

function nested(levels: number): string {
  return `${'['.repeat(levels)}${']'.repeat(levels)}`
}

const EVIL_VALUES: readonly string[] = [
  'null',
  'true',
  '-1',
  '0.1',
  '1e308',
  '1e999',
  '9007199254740993',
  '-0',
  '""',
  '[]',
  '{}',
  '[null]',
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"toString":1,"valueOf":null,"toJSON":"x"}',
  '{"length":1e9}',
  '"\\u0000"',
  '"\\ud800"',
  `"${'k'.repeat(100_000)}"`,
  nested(5_000),
  `{"a":${'{"a":'.repeat(3_000)}1${'}'.repeat(3_000)}}`,
  JSON.stringify(Array.from({ length: 3_000 }, () => ({}))),
]

/** Puts an evil value in the place of one that the chosen figure finds in the text. */
function replaceValue(index: number, evil: string): Change {
  return (text) => {
    const positions = [...text.matchAll(/(?<=[:[,])(?:"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?|true|false|null)/g)]
    const found = positions[index % Math.max(positions.length, 1)]
    if (!found) return evil
    return text.slice(0, found.index) + evil + text.slice(found.index + found[0].length)
  }
}

function addKey(key: string, evil: string): Change {
  return (text) =>
    text.startsWith('{') ? `{${JSON.stringify(key)}:${evil}${text === '{}' ? '' : ','}${text.slice(1)}` : text
}

/** The first key a second time, with another value, before or after it. */
function doubleKey(evil: string): Change {
  return (text) => {
    const key = /^\{("(?:[^"\\]|\\.)*")/.exec(text)?.[1]
    return key === undefined ? text : `${text.slice(0, -1)},${key}:${evil}}`
  }
}

function dropKey(index: number): Change {
  return (text) => {
    const keys = [...text.matchAll(/"\w+"(?=:)/g)]
    const found = keys[index % Math.max(keys.length, 1)]
    return found
      ? `${text.slice(0, found.index)}"gone${index}"${text.slice(found.index + found[0].length)}`
      : text
  }
}

const evil = fc.constantFrom(...EVIL_VALUES)
const index = fc.nat(400)

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.tuple(index, evil).map(([at, value]) => replaceValue(at, value)),
  fc.tuple(index, nastyText).map(([at, text]) => replaceValue(at, JSON.stringify(text))),
  fc
    .tuple(fc.constantFrom('__proto__', 'constructor', 'hasOwnProperty', 'id', 'grant', 'then'), evil)
    .map(([key, value]) => addKey(key, value)),
  evil.map(doubleKey),
  index.map(dropKey),
)

const transports: readonly ((text: string) => { body: Buffer; headers?: Record<string, string> })[] = [
  (text) => ({ body: gzipSync(text), headers: { 'content-encoding': 'gzip' } }),
  (text) => ({ body: gzipSync(text).subarray(0, -7), headers: { 'content-encoding': 'gzip' } }),
  (text) => ({ body: gzipSync(text), headers: { 'content-encoding': 'gzip, gzip' } }),
  (text) => ({
    body: Buffer.concat([gzipSync(text), Buffer.from('rest')]),
    headers: { 'content-encoding': 'gzip' },
  }),
  (text) => ({ body: Buffer.from(text), headers: { 'content-encoding': 'br' } }),
  (text) => ({ body: Buffer.from(text), headers: { 'content-encoding': 'gzip' } }),
  (text) => ({ body: Buffer.from(text, 'utf16le') }),
  (text) => ({ body: Buffer.from(text, 'latin1') }),
  (text) => ({ body: Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), Buffer.from(text)]) }),
  (text) => ({ body: Buffer.concat([Buffer.from(text), Buffer.from([0xff, 0xfe, 0x00])]) }),
  (text) => ({ body: Buffer.from(text.slice(0, Math.floor(text.length / 2))) }),
  (text) => ({ body: Buffer.from(`${text}${text}`) }),
  (text) => ({ body: Buffer.from(text), headers: { 'content-type': 'text/plain' } }),
  (text) => ({ body: Buffer.from(text), headers: { 'content-type': 'multipart/form-data; boundary=x' } }),
  (text) => ({ body: Buffer.from(text), headers: { 'content-type': 'application/json; charset=utf-16' } }),
  () => ({ body: Buffer.from('a=1&b=2'), headers: { 'content-type': 'application/x-www-form-urlencoded' } }),
  () => ({ body: Buffer.alloc(0) }),
  () => ({ body: Buffer.from(nested(200_000)) }),
]

/** JSON texts with one to three things wrong in them. */
export function brokenTexts(texts: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc
    .tuple(texts, fc.array(change, { minLength: 1, maxLength: 3 }))
    .map(([text, changes]) => changes.reduce((now, apply) => apply(now), text))
}

/** The input of a POST as bytes, sometimes as it should be, mostly with something wrong. */
export function wireBodies(inputs: fc.Arbitrary<unknown>): fc.Arbitrary<WireRequest> {
  const plain = inputs.map((input) => JSON.stringify(input))
  const asIs = fc
    .oneof({ weight: 3, arbitrary: plain }, { weight: 4, arbitrary: brokenTexts(plain) })
    .map((text) => wire('', Buffer.from(text), { 'content-type': 'application/json' }))
  const carried = fc.tuple(plain, fc.constantFrom(...transports)).map(([text, transport]) => {
    const { body, headers } = transport(text)
    return wire('', body, { 'content-type': 'application/json', ...headers })
  })
  return fc.oneof({ weight: 5, arbitrary: asIs }, { weight: 2, arbitrary: carried })
}

const evilQueries = [
  '?nonce=%',
  '?nonce=%00%00%00%00%00%00%00%00',
  '?nonce=%ff%fe%fd%fc%ff%fe%fd%fc',
  '?nonce=%ed%a0%80aaaaaaaa',
  '?nonce=nonce-of-8&nonce=other-of-8',
  '?__proto__=1&constructor=2&nonce=nonce-of-8',
  '?nonce[]=nonce-of-8&nonce[a]=x',
  `?nonce=${'n'.repeat(7_000)}`,
  `?${'a=1&'.repeat(2_000)}nonce=nonce-of-8`,
  '?nonce=nonce-of-8&cursor=W10&limit=0',
  '?nonce=nonce-of-8&limit=9999&cursor=%F0%9F%98%80',
  '?nonce=nonce-of-8&ids=,,,,,;\'"',
  '?=&&&=?',
]

/** The input of a GET as a query, sometimes as it should be. */
export function wireQueries(inputs: fc.Arbitrary<unknown>): fc.Arbitrary<WireRequest> {
  const fromInput = inputs.map((input) => {
    const entries = Object.entries<unknown>(v.parse(v.record(v.string(), v.unknown()), input)).map(
      ([key, value]) => {
        const text = typeof value === 'string' ? value.toWellFormed() : String(value)
        return `${encodeURIComponent(key)}=${encodeURIComponent(text)}`
      },
    )
    return `?${entries.join('&')}`
  })
  return fc
    .oneof({ weight: 3, arbitrary: fromInput }, { weight: 1, arbitrary: fc.constantFrom(...evilQueries) })
    .map((query) => wire(query, Buffer.alloc(0), {}))
}
