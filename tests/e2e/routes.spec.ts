import { expect, type Page } from '@playwright/test'
import { layoutOf } from '#domain/permissions/layout-of.ts'
import { ROUTES, routeOf } from '#domain/permissions/routes.ts'
import { DEFAULT_SETTINGS } from '#domain/settings/company-settings.ts'
import { permissionTable } from '../domain/permissions/permission-tables.ts'
import { test } from './fixtures.ts'
import { logInAs, setLanguage } from './steps/log-in-as.ts'
import { navigate } from './steps/navigate.ts'

/** The table of pages (spec §2, §6), from `src/domain/permissions/tables.md`: page → kind of person → what happens. */
const TABLE = new Map(permissionTable('page'))

/** One login of the demo for each column of the table. */
const CAST = {
  nobody: null,
  operator: 'operator',
  company_owner: 'owner',
  organization_admin: 'orgadmin',
  platform_admin: 'admin',
} as const

type Person = keyof typeof CAST

/** The heading of a page for a user of a company, and for an administrator, who has none. */
type Headings = readonly [company: string | RegExp, administrator: string | RegExp]

function same(heading: string | RegExp): Headings {
  return [heading, heading]
}

/** Every page, by its heading; a new page is added here. */
const HEADINGS: Readonly<Record<string, Headings>> = {
  '/': same(/^Fiscal receipts from your phone/),
  '/login': same('Log in'),
  '/dashboard': same(/^Welcome, /),
  '/invoices': ['Invoices', 'No company'],
  '/new-invoice': ['New invoice', 'No company'],
  '/edit-invoice/{id}': ['The invoice was not found', 'No company'],
  '/invoice/{id}': ['The invoice was not found', 'The invoice was not found'],
  '/products': ['Products and services', 'No company'],
  '/customers': ['Customers', 'No company'],
  '/customers-old': ['Customers', 'No company'],
  '/expenses': ['Expenses', 'No company'],
  '/sales': ['Sales report', 'No company'],
  '/sales-old': ['Sales by day', 'No company'],
  '/customer/{id}': ['Customer not found', 'No company'],
  '/insights': ['What your figures say', 'No company'],
  '/debts': ['Who owes', 'No company'],
  '/new-expense': ['New expense', 'No company'],
  '/vendors': ['Vendors', 'No company'],
  '/expenses-report': ['Expense report', 'No company'],
  '/expense-categories': ['Expense categories', 'No company'],
  '/change-password': same('Change password'),
  '/recover-password': same('Forgot password?'),
  '/otp-reset-password': same('Enter the code'),
  '/reset-password': same('Set a new password'),
  '/contact-us': same('Contact us'),
  '/tax-tips': same('Tax tips'),
  '/cms-tax-tips': same('Tax tips'),
  '/payment': same('Payment'),
  '/updates': same('What is new'),
  '/help': same('Help'),
  '/help/license-agreement': same('Licence agreement'),
  '/help/privacy-policy': same('Privacy policy'),
  '/help/FAQs': same('Frequently asked questions'),
  '/help/user-manual': same('User manual'),
  '/companies': same('Companies'),
  '/organizations': same('Organizations'),
  '/operators': same('Operators'),
  '/operator': same('Operators'),
  '/users': same('Users'),
  '/company': same(/^Duka la Vyakula/),
  '/profile': same('Profile'),
  '/welcome': same(/^Welcome, /),
  '/potential-clients': same('Potential clients'),
  '/invoices-report': same('Invoices report'),
  '/receipt-reissuing': same('Receipt re-issuing'),
  '/new-potential-client': same('New potential client'),
  '/apps-integration': same('Apps integration'),
  '/sync': ['Sending', 'Sending'],
  '/settings': same('Settings'),
  '/developer/documentation/api/auth': same('API: keys and calls'),
  '/developer/documentation/api/invoice': same('API: invoices'),
  '/ussd': same('USSD guide'),
  '/auth-ussd': same('Numbers for USSD'),
}

/** Forms without a menu: their user has one thing to do and may not go elsewhere yet. */
const WITHOUT_FRAME: ReadonlySet<string> = new Set([
  '/login',
  '/change-password',
  '/recover-password',
  '/otp-reset-password',
  '/reset-password',
])

function headingOf(route: string, person: Person): string | RegExp {
  const headings = HEADINGS[route]
  if (headings === undefined) throw new Error(`${route} has no heading`)
  return headings[person === 'organization_admin' || person === 'platform_admin' ? 1 : 0]
}

/** A path of the route: an id where one belongs. */
function pathOf(route: string): string {
  return route.replace('{id}', '01935000-0000-7000-8000-00000000beef')
}

function queryOf(path: string): string {
  return `?next=${encodeURIComponent(path).replaceAll("'", '%27')}`
}

async function expectAt(page: Page, path: string, query = ''): Promise<void> {
  await expect(page, `at ${path}`).toHaveURL((url) => {
    // A new invoice gets its id into the address.
    const found = path === '/new-invoice' ? '' : url.search
    return url.pathname === path && found === query
  })
}

/** Where each page must bring one kind of person. */
async function expectOutcome(page: Page, route: string, person: Person): Promise<void> {
  const path = pathOf(route)
  const outcome = TABLE.get(route)?.[person] ?? ''
  switch (outcome) {
    case 'yes': {
      await expectAt(page, path)
      const heading = page.locator('main').locator('h1, h2').first()
      await expect(heading, route).toHaveText(headingOf(route, person))
      // The frame of the page by its person (spec §2).
      const layout = routeOf(path)
      const user = person === 'nobody' ? null : { user_type: person }
      if (layout && !WITHOUT_FRAME.has(route)) {
        const expected = layoutOf(layout, user, DEFAULT_SETTINGS)
        await expect(page.locator('[data-layout]'), route).toHaveAttribute('data-layout', expected)
      }
      return
    }
    case 'login':
      await expectAt(page, '/login', queryOf(path))
      await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
      return
    case 'home':
      await expectAt(page, '/')
      return
    case 'dashboard':
      await expectAt(page, '/dashboard')
      return
    default:
      throw new Error(`the table says "${outcome}" of ${route}`)
  }
}

test('the table of pages has every route of the specification and no other (spec §2)', () => {
  expect([...TABLE.keys()].sort()).toEqual(ROUTES.map((route) => route.path).sort())
})

test('every page of the specification is built and has its heading (spec §2)', () => {
  expect(Object.keys(HEADINGS).sort()).toEqual([...TABLE.keys()].sort())
})

const PEOPLE = Object.keys(CAST) as Person[]

for (const person of PEOPLE) {
  const username = CAST[person]
  test(`every page brings ${person} where the table says, by a link inside the app (spec §2, §6)`, async ({
    phone,
  }) => {
    const { page } = phone
    if (username === null) {
      await setLanguage(phone, 'en')
      await page.goto('/nowhere')
      await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    } else await logInAs(phone, username)
    for (const route of TABLE.keys()) {
      await navigate(page, pathOf(route))
      await expectOutcome(page, route, person)
      // Leaves the page first, so that staying on a page is never taken for arriving at it.
      await navigate(page, '/nowhere-between')
      await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    }
  })
}

test('an administrator finds on the first page what can be done, as far as there are screens (spec §6)', async ({
  newPhone,
}) => {
  for (const [username, own] of [
    ['admin', '/potential-clients'],
    ['orgadmin', '/receipt-reissuing'],
  ] as const) {
    const phone = await newPhone()
    await logInAs(phone, username)
    const home = phone.page.locator('main')
    await expect(home.getByRole('heading', { name: 'Your account' })).toBeVisible()
    const links = home.getByRole('link')
    const readPaths = () =>
      links.evaluateAll((all) => all.map((link) => new URL((link as HTMLAnchorElement).href).pathname))
    await expect
      .poll(readPaths)
      .toEqual(expect.arrayContaining(['/companies', '/organizations', '/settings', own]))
    for (const path of await readPaths()) {
      expect(Object.keys(HEADINGS), `${path} leads to a screen`).toContain(path)
    }
  }
})

test('pages opened from outside bring every role to the right places (spec §2)', async ({ newPhone }) => {
  for (const person of PEOPLE) {
    const username = CAST[person]
    const phone = await newPhone()
    if (username === null) await setLanguage(phone, 'en')
    else await logInAs(phone, username)
    for (const route of [
      '/dashboard',
      '/edit-invoice/{id}',
      '/organizations',
      '/company',
      '/potential-clients',
      '/login',
    ]) {
      await phone.page.goto(pathOf(route))
      await expectOutcome(phone.page, route, person)
    }
    for (const path of ['/nowhere', '/invoice', '/help/nothing', '/dashboard/more']) {
      await phone.page.goto(path)
      await expectAt(phone.page, path)
      await expect(phone.page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    }
  }
})

test('while the change-password flag is set every page leads to the change, with the wanted page (spec §2)', async ({
  phone,
}) => {
  const { page } = phone
  await logInAs(phone, 'operator')
  await page.evaluate(() => localStorage.setItem('change-password', 'true'))
  await page.goto('/change-password')
  await expect(page.getByRole('heading', { name: 'Change password' })).toBeVisible()
  for (const route of [...TABLE.keys(), '/nowhere']) {
    if (route === '/change-password') continue
    const path = pathOf(route)
    await navigate(page, path)
    // The login is not kept as the next page.
    await expectAt(page, '/change-password', route === '/login' ? '' : queryOf(path))
    await expect(page.getByText('You must change your password before you continue')).toBeVisible()
  }
})

test('the return from an accounting service leads to the integrations with its values (spec §2)', async ({
  phone,
}) => {
  const { page } = phone
  await logInAs(phone, 'owner')
  const returns = [
    '/?code=a1&realmId=77',
    '/dashboard?realmId=77&code=a1&other=x',
    '/?code=a1&state=s&session_state=t&scope=openid',
  ]
  for (const back of returns) {
    await page.goto(back)
    // The server got the values, and knows that no login was begun here.
    const alert = page.getByRole('alert')
    await expect(
      alert.getByText('This return is invalid or too late. Connect again', { exact: true }),
    ).toBeVisible()
    // The code opens the books: the address does not keep it.
    await expectAt(page, '/apps-integration')
  }
  for (const other of ['/products?code=a1', '/products?code=a1&state=s']) {
    await page.goto(other)
    await expect(page.getByRole('heading', { name: 'Products and services' })).toBeVisible()
    expect(new URL(page.url()).pathname).toBe('/products')
  }
})

test('a new page begins at its top, and a hash 100 px above its place (spec §2)', async ({ newPhone }) => {
  const phone = await newPhone({ viewport: { width: 360, height: 420 } })
  const { page } = phone
  await logInAs(phone, 'operator')
  await page.goto('/products')
  await expect(page.locator('main li').nth(30)).toBeAttached({ timeout: 60_000 })
  // The app puts a page that opens to its top, and the list may still grow. What arrives above it moves the position
  // along with the rows, so it is not exactly 1500.
  const scrollDown = () =>
    page.evaluate(() => {
      window.scrollTo(0, 1500)
      return window.scrollY
    })
  await expect.poll(scrollDown).toBeGreaterThan(1000)
  await page.getByRole('navigation').getByRole('link', { name: 'Customers' }).first().click()
  await expect(page.getByRole('heading', { name: 'Customers', exact: true })).toBeVisible()
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)

  // So low that there is enough page below the place to bring it up.
  await page.setViewportSize({ width: 360, height: 260 })
  const topOfPrices = () =>
    page.evaluate(() => Math.round(document.querySelector('#prices')?.getBoundingClientRect().top ?? -1))
  await page.goto('/#prices')
  await expect.poll(topOfPrices).toBe(100)
  await page.goto('/')
  await navigate(page, '/#prices')
  await expect.poll(topOfPrices).toBe(100)
})
