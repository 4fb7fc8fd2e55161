import { beforeEach, describe, expect, test } from 'vitest'
import type { Caller } from '#api/call.ts'
import { readMeta } from '#data/meta.ts'
import { tellLanguage, wishLanguage } from '#session/tell-language.ts'
import { Device } from '../sync/device.ts'

let device: Device
let told: unknown[]
let reachable: boolean
beforeEach(async () => {
  device = await Device.make()
  told = []
  reachable = true
})

const call = (async (name: string, input: unknown) => {
  if (!reachable) return { kind: 'unreachable' }
  told.push([name, input])
  return { kind: 'answered', value: {} }
}) as unknown as Caller
const tell = () => tellLanguage(device.account, { call, local: null })
const ofUser = async () => (await readMeta(device.account.db, 'session'))?.user.language

describe('the language a person chooses travels to the server (spec §3: user)', () => {
  test('once, and the account kept on this phone speaks it from then on', async () => {
    const other = (await ofUser()) === 'sw' ? 'en' : 'sw'
    await wishLanguage(device.account, other)
    await tell()
    await tell()
    expect(told).toEqual([['session.choose-language', { language: other }]])
    expect(await ofUser()).toBe(other)
  })

  test('later, when there was no line', async () => {
    const own = await ofUser()
    const other = own === 'sw' ? 'en' : 'sw'
    reachable = false
    await wishLanguage(device.account, other)
    await tell()
    expect(await ofUser()).toBe(own)
    reachable = true
    await tell()
    expect(told).toHaveLength(1)
    expect(await ofUser()).toBe(other)
  })

  test('not at all when it is what the account has already, also after trying the other', async () => {
    const own = (await ofUser()) ?? 'sw'
    await wishLanguage(device.account, own === 'sw' ? 'en' : 'sw')
    await wishLanguage(device.account, own)
    await tell()
    expect(told).toEqual([])
  })
})
