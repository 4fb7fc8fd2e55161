import type { BrowserContext, CDPSession, Page } from '@playwright/test'
import { createSubscription, type TestSubscription } from '../support/push-peers.ts'
import { expect, test } from './fixtures.ts'
import { logOut } from './steps/log-out.ts'
import { askToSubmit, confirmSubmit, writeInvoice } from './steps/sell.ts'
import { signIn } from './steps/sign-in.ts'

/** A browser that subscribes: headless ones refuse to. Everything after that is the real thing. */
async function letSubscribe(context: BrowserContext, { address }: TestSubscription): Promise<void> {
  await context.grantPermissions(['notifications'])
  await context.addInitScript(({ endpoint, keys }) => {
    let subscribed: PushSubscription | null = null
    Object.assign(globalThis, { permissionsAsked: 0 })
    const ask = Notification.requestPermission.bind(Notification)
    Notification.requestPermission = async () => {
      Object.assign(globalThis, { permissionsAsked: 1 })
      return await ask()
    }
    PushManager.prototype.subscribe = async (options) => {
      subscribed = {
        endpoint,
        options: {
          applicationServerKey: new Uint8Array(options?.applicationServerKey as Uint8Array<ArrayBuffer>)
            .buffer,
        },
        toJSON: () => ({ endpoint, keys }),
        unsubscribe: async () => {
          subscribed = null
          return true
        },
      } as unknown as PushSubscription
      return subscribed
    }
    PushManager.prototype.getSubscription = async () => subscribed
  }, address)
}

/** Hands the worker what the push service got, as the browser would. */
async function deliver(devtools: CDPSession, page: Page, data: string): Promise<void> {
  const registration = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [found] = registrations.filter(({ isDeleted }) => !isDeleted)
      if (found) resolve(found.registrationId)
    })
  })
  await devtools.send('ServiceWorker.enable')
  const { origin } = new URL(page.url())
  await devtools.send('ServiceWorker.deliverPushMessage', {
    origin,
    registrationId: await registration,
    data,
  })
  await devtools.send('ServiceWorker.disable')
}

async function shownNotifications(page: Page): Promise<{ title: string; body: string }[]> {
  return await page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready
    return (await registration.getNotifications()).map(({ title, body }) => ({ title, body }))
  })
}

async function submitOne(page: Page): Promise<string> {
  const id = await writeInvoice(page)
  await askToSubmit(page)
  await confirmSubmit(page)
  return id
}

/** Touches the choice and waits until the server has it: the screen shows it before that. */
async function touchChoice(page: Page): Promise<void> {
  const [answer] = await Promise.all([
    page.waitForResponse(/\/notifications\/choices/),
    page.getByText('Invoices that were issued').click(),
  ])
  expect(answer.ok()).toBe(true)
}

test('after the first invoice the phone offers notifications; a push then shows the issued invoice and opens it (spec §7)', async ({
  phone,
  pushService,
}) => {
  const { page, context } = phone
  const subscription = createSubscription(pushService)
  await letSubscribe(context, subscription)
  await signIn(page)
  await submitOne(page)
  const card = page.getByRole('region', { name: 'Get notified when TRA accepts your invoices' })
  await expect(card).toBeVisible()
  expect(await page.evaluate('permissionsAsked')).toBe(0)
  // If the first invoice were issued later, one notification would report both invoices.
  await expect(page.locator('[data-status="issued"]').first()).toBeVisible()
  await card.getByRole('button', { name: 'Turn on' }).click()
  await expect(page.getByText('Notifications are on')).toBeVisible()
  await expect(card).toBeHidden()

  const before = pushService.received.length
  await page.getByRole('link', { name: 'Back' }).click()
  const id = await submitOne(page)
  await expect.poll(() => pushService.received.length, { timeout: 60_000 }).toBeGreaterThan(before)
  const message = subscription.read(pushService.received[before]?.body ?? Buffer.alloc(0))
  expect(JSON.parse(message)).toEqual({
    account: expect.stringMatching(/^[0-9a-f]{20}$/),
    cursor: expect.stringMatching(/^\d+$/),
  })
  // A page that opens closes what is shown: the person is looking. So it has to have opened first.
  const opened = page.waitForResponse(/\/notifications\/settings\?/)
  await page.goto('/dashboard')
  await opened
  const devtools = await phone.devtools()
  // The first message may still be about the first invoice, which the page has shown.
  let delivered = before
  const showWhatCame = async () => {
    for (const { body } of pushService.received.slice(delivered)) {
      await deliver(devtools, page, subscription.read(body))
      delivered += 1
    }
    return shownNotifications(page)
  }
  await expect
    .poll(showWhatCame, { timeout: 60_000 })
    .toContainEqual({ title: 'Invoice issued', body: expect.stringMatching(/^TRA accepted receipt \w+$/) })

  const [worker] = context.serviceWorkers()
  await worker?.evaluate(`(async () => {
    const [notification] = await registration.getNotifications()
    dispatchEvent(new NotificationEvent('notificationclick', { notification }))
  })()`)
  await expect(page).toHaveURL(`/invoice/${id}`)
  await expect(page.locator('[data-status="issued"]').first()).toBeVisible()

  await logOut(page)
  await deliver(await phone.devtools(), page, message)
  await expect(page.getByLabel('Username')).toBeVisible()
  expect(await shownNotifications(page)).toEqual([])
})

test('without push messages, the open app shows at once that an invoice was issued (spec §7)', async ({
  phone,
  faultProxy: line,
}) => {
  const { page } = phone
  line.inject(/\/sync\/changes$/, { kind: 'stream' }, Number.POSITIVE_INFINITY)
  await signIn(page)
  // The next touch removes the message, and the invoice may be issued before its receipt is opened.
  await Promise.all([
    page.getByText(/^Invoice issued\. TRA accepted receipt/).waitFor({ timeout: 120_000 }),
    submitOne(page),
  ])
  await expect(page.locator('[data-status="issued"]').first()).toBeVisible()
})

test('a person chooses which notifications to get, and finds the choice on another phone', async ({
  newPhone,
}) => {
  const first = await newPhone()
  await signIn(first.page)
  await first.page.goto('/settings')
  const choice = (page: Page) => page.getByRole('switch', { name: 'Invoices that were issued' })
  await expect(choice(first.page)).toBeChecked()
  await touchChoice(first.page)
  await expect(choice(first.page)).not.toBeChecked()
  const second = await newPhone()
  await signIn(second.page)
  await second.page.goto('/settings')
  await expect(choice(second.page)).toBeEnabled()
  await expect(choice(second.page)).not.toBeChecked()
  await touchChoice(second.page)
  await expect(choice(second.page)).toBeChecked()
})
