import { beforeEach, describe, expect, it } from 'vitest'
import type { Caller } from '#api/call.ts'
import { createUsageStatistics, type UsageStatistics } from '#app/analytics/create-usage.ts'
import type { FirebaseSetup } from '#contract/notifications.ts'
import { findMeta } from '#data/meta.ts'
import type { UsageEvent } from '#domain/analytics/usage.ts'
import { toCents } from '#domain/money/cents.ts'
import { aSession, Device } from '../../sync/device.ts'

const PROJECT: FirebaseSetup = {
  apiKey: 'key',
  appId: '1:2:web:3',
  projectId: 'risiti-mfano',
  messagingSenderId: '2',
  vapidKey: 'B',
}
const SETUP: FirebaseSetup = { ...PROJECT, measurementId: 'G-1A2B3C' }
const SALE: UsageEvent = {
  name: 'invoice_created',
  total: toCents(550_000),
  currency: 'TZS',
  items: 2,
  ways: ['cash'],
  online: true,
}
const SENT_SALE = {
  name: 'invoice_created',
  params: { value: 5_500, currency: 'TZS', items: 2, payment_types: 'cash', connection: 'online' },
}

let device: Device
/** Everything that left the phone or was about to, in order. */
let left: unknown[][]
let usage: UsageStatistics
let supported: boolean
let language: string
beforeEach(async () => {
  device = await Device.make()
  left = []
  supported = true
  language = 'sw'
  usage = createUsageStatistics(
    async (setup) => {
      left.push(['load', setup.measurementId])
      if (!supported) return null
      return {
        begin: (owner) => left.push(['begin', owner]),
        send: (event) => left.push(['send', event]),
        end: () => left.push(['end']),
      }
    },
    () => language,
  )
})

/** A server with this Firebase project, `undefined` when it cannot be reached. Notes what it was asked. */
function serverWith(firebase: FirebaseSetup | null | undefined): Caller {
  // Of the answers only this one is asked for here.
  return (async () =>
    firebase === undefined
      ? { kind: 'unreachable' }
      : { kind: 'answered', value: { firebase, webPushKey: null, choices: {}, registered: false } }) as Caller
}

/** Does what the workplace does with a deed: only who agreed is noted. */
async function trackEvent(who: Device, event: UsageEvent): Promise<void> {
  const { account } = who
  const agreed = await findMeta(account.db, 'usage')
  if (!agreed) return
  usage.track(account, aSession(who.companyId, who.userId).user, agreed.setup, event)
}

const owner = (who: Device) => ({ user_type: 'operator', company: who.companyId, language: 'sw' })

describe('usage statistics (spec §7)', () => {
  it('are impossible where none are configured, and agreeing sends nothing there', async () => {
    for (const firebase of [null, PROJECT, undefined]) {
      const choice = usage.consent(device.account, serverWith(firebase))
      expect(await choice.status()).toBe('impossible')
      expect(await choice.agree()).toBe(false)
      await trackEvent(device, SALE)
    }
    expect(left).toEqual([])
  })

  it('are off until the user agrees: nothing is loaded, nothing is sent', async () => {
    const choice = usage.consent(device.account, serverWith(SETUP))
    expect(await choice.status()).toBe('off')
    await trackEvent(device, SALE)
    expect(left).toEqual([])
  })

  it('send exactly user type, company, language and the limited event of who agreed', async () => {
    const choice = usage.consent(device.account, serverWith(SETUP))
    expect(await choice.agree()).toBe(true)
    expect(left).toEqual([])
    await trackEvent(device, SALE)
    await trackEvent(device, { name: 'customer_created' })
    await expect
      .poll(() => left)
      .toEqual([
        ['load', 'G-1A2B3C'],
        ['begin', owner(device)],
        ['send', SENT_SALE],
        ['send', { name: 'customer_created', params: {} }],
      ])
    // Offline too: the choice is stored on the phone.
    expect(await usage.consent(device.account, serverWith(undefined)).status()).toBe('on')
  })

  it('name the language of the screens as it is when the event happens, and once while it stays', async () => {
    await usage.consent(device.account, serverWith(SETUP)).agree()
    await trackEvent(device, SALE)
    await expect.poll(() => left.length).toBe(3)
    language = 'en'
    await trackEvent(device, SALE)
    await trackEvent(device, SALE)
    await expect
      .poll(() => left.slice(3))
      .toEqual([
        ['begin', { ...owner(device), language: 'en' }],
        ['send', SENT_SALE],
        ['send', SENT_SALE],
      ])
  })

  it('end at once when taken back, also for what was on its way', async () => {
    const choice = usage.consent(device.account, serverWith(SETUP))
    await choice.agree()
    await trackEvent(device, SALE)
    await expect.poll(() => left.length).toBe(3)
    await choice.refuse()
    usage.track(device.account, aSession(device.companyId, device.userId).user, SETUP, SALE)
    await trackEvent(device, SALE)
    await expect.poll(() => left.at(-1)).toEqual(['end'])
    expect(left.filter(([what]) => what === 'send')).toHaveLength(1)
    expect(await choice.status()).toBe('off')
  })

  it('of one person on a shared phone say nothing about the next, who has not agreed', async () => {
    await usage.consent(device.account, serverWith(SETUP)).agree()
    await trackEvent(device, SALE)
    await expect.poll(() => left.length).toBe(3)
    usage.stop()
    const next = await Device.make()
    await trackEvent(next, SALE)
    await expect.poll(() => left.at(-1)).toEqual(['end'])
    await usage.consent(next.account, serverWith(SETUP)).agree()
    await trackEvent(next, SALE)
    await expect
      .poll(() => left.slice(4))
      .toEqual([
        ['begin', owner(next)],
        ['send', SENT_SALE],
      ])
  })

  it('stay silent where the browser allows none', async () => {
    supported = false
    await usage.consent(device.account, serverWith(SETUP)).agree()
    await trackEvent(device, SALE)
    await expect.poll(() => left).toEqual([['load', 'G-1A2B3C']])
  })
})
