import type { Page } from '@playwright/test'

/** From the next load on, no worker of the page receives calls of this function: it looks busy for ever. */
export async function holdWorkerCall(page: Page, name: string): Promise<void> {
  await page.addInitScript((held) => {
    const { postMessage } = Worker.prototype
    Object.assign(Worker.prototype, {
      postMessage(this: Worker, message: { readonly path?: readonly string[] }, ...others: unknown[]) {
        if (message.path?.includes(held)) Reflect.set(window, 'heldCall', held)
        else Reflect.apply(postMessage, this, [message, ...others])
      },
    })
  }, name)
}

/** Such a call was made. */
export async function isWorkerCallHeld(page: Page): Promise<boolean> {
  return await page.evaluate(() => Reflect.has(window, 'heldCall'))
}
