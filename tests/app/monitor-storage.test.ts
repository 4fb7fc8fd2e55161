import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { monitorStorage } from '#app/monitor-storage.ts'
import { findMeta } from '#data/meta.ts'
import { activateLanguage } from '#i18n/language.ts'
import { useInstallation } from '#ui/installation.ts'
import { useToasts } from '#ui/toast/toast-store.ts'
import { Device } from '../sync/device.ts'
import { createProduct } from '../sync/shop.ts'

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
  await activateLanguage('en')
  useToasts.setState({ shown: null })
  useInstallation.setState({ method: 'menu' })
  device = await Device.make()
})

function guard() {
  const stop = monitorStorage(device.account)
  onTestFinished(stop)
}

/** Tone and text of the message that is shown; empty when there is none. */
function shownMessage(): string {
  const { shown } = useToasts.getState()
  return shown ? `${shown.tone}: ${shown.text}` : ''
}

/** As many steps as the guard takes before it would speak. */
async function reopenApp(): Promise<void> {
  for (let step = 0; step < 10; step += 1) await findMeta(device.account.db, 'storage-asked')
}

describe('the browser is asked to keep what this phone stores (what the phone promises must survive)', () => {
  it('when the app is installed, and the person sees that it will', async () => {
    const persist = aBrowser({ granted: true })
    guard()
    useInstallation.setState({ method: 'installed' })
    await expect.poll(shownMessage).toMatch(/^good: .*browser will keep/)
    expect(persist).toHaveBeenCalledOnce()
  })

  it('in an installed app with the first work that waits, only once, and the person sees that it will not (D10)', async () => {
    const persist = aBrowser({ granted: false })
    useInstallation.setState({ method: 'installed' })
    guard()
    await createProduct(device)
    await expect.poll(shownMessage).toMatch(/^bad: .*browser may delete/)
    useToasts.setState({ shown: null })
    guard()
    await createProduct(device, 'Chumvi')
    await reopenApp()
    expect(persist).toHaveBeenCalledOnce()
    expect(shownMessage()).toBe('')
  })

  it('not on a page that is not installed, and not where it keeps it already', async () => {
    const persist = aBrowser()
    guard()
    await createProduct(device)
    const persistedBrowser = aBrowser({ persisted: true })
    useInstallation.setState({ method: 'installed' })
    await reopenApp()
    expect(persist).not.toHaveBeenCalled()
    expect(persistedBrowser).not.toHaveBeenCalled()
  })
})

describe('room', () => {
  it('that runs out is said while there is time to do something, once a day', async () => {
    aBrowser({ usage: 9.5 * GIGABYTE })
    guard()
    await expect.poll(shownMessage).toMatch(/^bad: .*almost full/)
    useToasts.setState({ shown: null })
    guard()
    await reopenApp()
    expect(shownMessage()).toBe('')
  })

  it('that is there is not spoken of', async () => {
    aBrowser({ usage: GIGABYTE })
    guard()
    await reopenApp()
    expect(shownMessage()).toBe('')
  })
})
