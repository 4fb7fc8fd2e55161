import { createHash, timingSafeEqual } from 'node:crypto'
import type { Hono } from 'hono'
import * as v from 'valibot'
import type { ProviderContact } from '#domain/contact/provider-contact.ts'
import type { AttemptLimit } from '../../ports/attempt-limit.ts'
import { Refusal } from '../../ports/refusal.ts'
import type { Services } from '../../services/context.ts'
import { answerDial, downText } from '../../services/ussd/answer-dial.ts'
import type { AppEnv } from '../app-env.ts'
import { clientAddress, networkPrefixOf } from '../client-address.ts'
import { createTurns } from './turns.ts'

/** Where a gateway posts; the secret follows. */
export const USSD_PATH = '/v1/ussd/'

export type UssdDoor = {
  readonly services: Services
  readonly secret: string
  readonly addresses: readonly string[]
  readonly limits: { readonly dial: AttemptLimit; readonly code: AttemptLimit }
  readonly help: {
    readonly contact: ProviderContact
    readonly guide: () => string
    readonly sendsSms: boolean
  }
}

/** Each request holds one connection for its session while the sale takes others: fewer than the pool has. */
const AT_ONCE = 3
const LONGEST_BODY = 4096

const requestSchema = v.object({
  sessionId: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
  phoneNumber: v.pipe(v.string(), v.minLength(9), v.maxLength(30)),
  text: v.optional(v.pipe(v.string(), v.maxLength(1000)), ''),
})

function isSame(one: string, other: string): boolean {
  const [left, right] = [one, other].map((text) => createHash('sha256').update(text).digest())
  return left !== undefined && right !== undefined && timingSafeEqual(left, right)
}

/**
 * The door of a USSD gateway, in the form most of them share: a posted form with `sessionId`, `phoneNumber` and `text`
 * (every input joined by `*`), answered with text that starts with CON or END. Without the secret, or from an address
 * that is not on the list, there is nothing here.
 */
export function serveUssd(app: Hono<AppEnv>, door: UssdDoor & { readonly trustedProxies: number }): void {
  const { services, secret, addresses, limits, help } = door
  const listed = addresses.map(networkPrefixOf)
  const turns = createTurns(AT_ONCE)
  app.post(`${USSD_PATH}:secret`, async (c) => {
    const isListed = listed.length === 0 || listed.includes(clientAddress(c, door.trustedProxies))
    if (!isSame(c.req.param('secret'), secret) || !isListed) throw new Refusal('NOT_FOUND')
    const body = await c.req.text()
    const form = Object.fromEntries(new URLSearchParams(body.slice(0, LONGEST_BODY)))
    const read = v.safeParse(requestSchema, form)
    if (!read.success) return c.text('END -', 400)
    const { sessionId, phoneNumber: phone, text } = read.output
    const found = { ...help, guide: help.guide() }
    const deps = { services, help: found, countCode: (number: string) => limits.code.consume(number) }
    c.header('cache-control', 'no-store')
    try {
      await limits.dial.consume(phone)
      const answer = await turns(() => answerDial(deps, { sessionId, phone, text }))
      return c.text(`${answer.goesOn ? 'CON' : 'END'} ${answer.text}`)
    } catch (error) {
      // A gateway shows what it gets: a fault must end the session in words.
      services.log({ event: 'ussd-failed', message: error instanceof Error ? error.message : String(error) })
      return c.text(`END ${downText(found)}`)
    }
  })
}
