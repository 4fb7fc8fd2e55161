import type { Page } from '@playwright/test'

/**
 * Replacements for what a headless browser lacks: a receipt printer on a serial port and apps to share with.
 * They replace the browser's own API and record byte for byte what they get.
 */
export async function stubDevices(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const got: { printed: number[]; shared: { name: string; bytes: number[] }[] } = {
      printed: [],
      shared: [],
    }
    Object.assign(window, { standIns: got })
    const port = {
      open: async () => undefined,
      close: async () => undefined,
      get writable() {
        return new WritableStream<Uint8Array>({ write: (bytes) => void got.printed.push(...bytes) })
      },
    }
    const serial = { getPorts: async () => [], requestPort: async () => port }
    Object.defineProperty(Navigator.prototype, 'serial', { configurable: true, get: () => serial })
    Object.assign(Navigator.prototype, {
      canShare: () => true,
      share: async ({ files }: { files: File[] }) => {
        for (const file of files) {
          got.shared.push({ name: file.name, bytes: [...new Uint8Array(await file.arrayBuffer())] })
        }
      },
    })
  })
}

/** What the printer and the other apps have got so far. */
export async function readStubOutput(
  page: Page,
): Promise<{ printed: Uint8Array; shared: { name: string; bytes: Uint8Array }[] }> {
  const got = await page.evaluate(() => JSON.stringify(Reflect.get(window, 'standIns')))
  const { printed, shared } = JSON.parse(got) as {
    printed: number[]
    shared: { name: string; bytes: number[] }[]
  }
  return {
    printed: Uint8Array.from(printed),
    shared: shared.map(({ name, bytes }) => ({ name, bytes: Uint8Array.from(bytes) })),
  }
}
