import type { Page } from 'playwright'
import { startThrottledProxy, type ThrottledProxy } from '../../support/throttled-proxy.ts'
import { createPersistentPhone, type PersistentPhone } from './browser.ts'
import { bundleScript } from './bundle-script.ts'
import type { Opened } from './cleanup.ts'
import { startProduct } from './product-process.ts'
import { injectProgram, signInAndInstall } from './sign-in.ts'

type FilledPhone<T> = {
  readonly phone: PersistentPhone
  /** Its line, cut. */
  readonly proxy: ThrottledProxy
  /** The program of `page/phone-work.ts`, for a page that opens later. */
  readonly program: string
  /** What `fill` gave. */
  readonly filled: T
}

/**
 * A phone that has signed in to a product of its own and is offline, with the records that `fill` wrote. It is shut: what
 * writing them left behind in the browser is not what is measured.
 */
export async function fillPhone<T>(
  opened: Opened,
  fill: (page: Page) => Promise<T>,
): Promise<FilledPhone<T>> {
  const product = opened(await startProduct(), (part) => part.stop())
  const proxy = opened(await startThrottledProxy({ host: '127.0.0.1', port: product.port }), (part) =>
    part.stop(),
  )
  const program = await bundleScript('phone-work.ts')
  const phone = opened(createPersistentPhone(proxy.url), (part) => part.remove())
  const page = await (await phone.start()).newPage()
  await signInAndInstall(page)
  proxy.set('cut')
  await injectProgram(page, program)
  const filled = await fill(page)
  await phone.shut()
  return { phone, proxy, program, filled }
}
