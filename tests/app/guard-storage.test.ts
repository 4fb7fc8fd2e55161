import { i18n } from '@lingui/core'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { guardStorage } from '#app/guard-storage.ts'
import { readMeta } from '#data/meta.ts'
import { useInstallation } from '#ui/installation.ts'
import { useToasts } from '#ui/toast/toast-store.ts'
import { Device } from '../sync/device.ts'
import { aProduct } from '../sync/shop.ts'

const GIGABYTE = 1024 ** 3

/** A browser that answers so when it is asked to keep the storage, with so much room. */
function aBrowser(answer: { granted?: boolean; persisted?: boolean; usage?: number } = {}) {
  const persist = vi.fn(async () => answer.granted ?? false)
  const storage = {
    persist,
    persisted: async () => answer.persisted ?? false,
    estimate: async () => ({ usage: answer.usage ?? 0, quota: 10 * GIGABYTE }),
  }
  vi.stubGlobal('navigator', { storage })
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
  return persist
}

let device: Device
beforeEach(async () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  useToasts.setState({ shown: null })
  useInstallation.setState({ way: 'menu' })
  device = await Device.make()
})

function guard() {
  const stop = guardStorage(device.account)
  onTestFinished(stop)
}

/** Tone and text of the message that is shown; empty when there is none. */
function said(): string {
  const { shown } = useToasts.getState()
  return shown ? `${shown.tone}: ${shown.text}` : ''
}

/** As many steps as the guard takes before it would speak. */
async function lookAround(): Promise<void> {
  for (let step = 0; step < 10; step += 1) await readMeta(device.account.db, 'storage-asked')
}

describe('the browser is asked to keep what this phone stores (what the phone promises must survive)', () => {
  it('when the app is installed, and the person is told that it will', async () => {
    const persist = aBrowser({ granted: true })
    guard()
    useInstallation.setState({ way: 'installed' })
    await expect.poll(said).toMatch(/^good: .*browser will keep/)
    expect(persist).toHaveBeenCalledOnce()
  })

  it('in an installed app with the first work that waits, once ever, and the person is told that it will not (D10)', async () => {
    const persist = aBrowser({ granted: false })
    useInstallation.setState({ way: 'installed' })
    guard()
    await aProduct(device)
    await expect.poll(said).toMatch(/^bad: .*browser may delete/)
    useToasts.setState({ shown: null })
    guard()
    await aProduct(device, 'Chumvi')
    await lookAround()
    expect(persist).toHaveBeenCalledOnce()
    expect(said()).toBe('')
  })

  it('not on a page that is not installed, and not where it keeps it already', async () => {
    const persist = aBrowser()
    guard()
    await aProduct(device)
    const kept = aBrowser({ persisted: true })
    useInstallation.setState({ way: 'installed' })
    await lookAround()
    expect(persist).not.toHaveBeenCalled()
    expect(kept).not.toHaveBeenCalled()
  })
})

describe('room', () => {
  it('that runs out is said while there is time to do something, once a day', async () => {
    aBrowser({ usage: 9.5 * GIGABYTE })
    guard()
    await expect.poll(said).toMatch(/^bad: .*almost full/)
    useToasts.setState({ shown: null })
    guard()
    await lookAround()
    expect(said()).toBe('')
  })

  it('that is there is not spoken of', async () => {
    aBrowser({ usage: GIGABYTE })
    guard()
    await lookAround()
    expect(said()).toBe('')
  })
})
