import { beforeEach, describe, expect, test } from 'vitest'
import type { Caller } from '#api/call.ts'
import { findMeta } from '#data/meta.ts'
import { saveLanguageChoice, sendLanguageChoice } from '#session/send-language-choice.ts'
import { Device } from '../sync/device.ts'

let device: Device
let sent: unknown[]
let reachable: boolean
beforeEach(async () => {
  device = await Device.make()
  sent = []
  reachable = true
})

const call = (async (name: string, input: unknown) => {
  if (!reachable) return { kind: 'unreachable' }
  sent.push([name, input])
  return { kind: 'answered', value: {} }
}) as unknown as Caller
const send = () => sendLanguageChoice(device.account, { call, local: null })
const ofUser = async () => (await findMeta(device.account.db, 'session'))?.user.language

describe('the language a person chooses travels to the server (spec §3: user)', () => {
  test('once, and the account kept on this phone speaks it from then on', async () => {
    const other = (await ofUser()) === 'sw' ? 'en' : 'sw'
    await saveLanguageChoice(device.account, other)
    await send()
    await send()
    expect(sent).toEqual([['session.choose-language', { language: other }]])
    expect(await ofUser()).toBe(other)
  })

  test('later, when the phone was offline', async () => {
    const own = await ofUser()
    const other = own === 'sw' ? 'en' : 'sw'
    reachable = false
    await saveLanguageChoice(device.account, other)
    await send()
    expect(await ofUser()).toBe(own)
    reachable = true
    await send()
    expect(sent).toHaveLength(1)
    expect(await ofUser()).toBe(other)
  })

  test('not at all when it is what the account has already, also after trying the other', async () => {
    const own = (await ofUser()) ?? 'sw'
    await saveLanguageChoice(device.account, own === 'sw' ? 'en' : 'sw')
    await saveLanguageChoice(device.account, own)
    await send()
    expect(sent).toEqual([])
  })
})
