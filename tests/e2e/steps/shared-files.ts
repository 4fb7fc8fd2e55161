import type { Page } from '@playwright/test'

/**
 * What a phone does when its person shares a file with the app: a form is posted where the manifest says (Web Share
 * Target). Any page of the app does for the other one.
 */
export async function share(page: Page, action = '/share-receipt', name = 'files'): Promise<void> {
  await page.evaluate(
    ([address, field]) => {
      const form = document.createElement('form')
      form.method = 'POST'
      form.enctype = 'multipart/form-data'
      form.action = address
      const input = document.createElement('input')
      input.type = 'file'
      input.name = field
      const given = new DataTransfer()
      given.items.add(new File(['%PDF-1.7 risiti ya mfano'], 'risiti.pdf', { type: 'application/pdf' }))
      input.files = given.files
      form.append(input)
      document.body.append(form)
      form.submit()
    },
    [action, name] as const,
  )
}

/**
 * Opens a page with a file as a file manager does. Replaces the browser's queue of such files: one waits in
 * it until the page first listens, and is delivered once.
 */
export async function openWithFile(page: Page, address: string, text: string): Promise<void> {
  await page.addInitScript((content) => {
    const getFile = async () => new File([content], 'wateja.csv', { type: 'text/csv' })
    const waiting = [{ files: [{ getFile }] }]
    const setConsumer = (take: (launch: object) => void) => waiting.splice(0).forEach(take)
    Object.defineProperty(window, 'launchQueue', { value: { setConsumer }, configurable: true })
  }, text)
  await page.goto(address)
}
