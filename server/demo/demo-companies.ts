import type { UserType } from '#domain/users/user.ts'

/** Invented organizations, companies and people. Nothing here belongs to a real taxpayer. */
export type DemoOrganization = {
  readonly key: string
  readonly name: string
  readonly owner: string
  readonly phone: string
  readonly email: string
}

export const DEMO_ORGANIZATIONS: readonly DemoOrganization[] = [
  {
    key: 'umoja',
    name: 'Umoja Mfano Holdings',
    owner: 'Neema Mfano',
    phone: '700000101',
    email: 'umoja@example.com',
  },
  {
    key: 'kilele',
    name: 'Kilele Mfano Group',
    owner: 'Juma Mfano',
    phone: '700000102',
    email: 'kilele@example.com',
  },
  {
    key: 'pwani',
    name: 'Pwani Mfano Ushirika',
    owner: 'Asha Mfano',
    phone: '700000103',
    email: 'pwani@example.com',
  },
]

export type DemoCompany = {
  readonly key: string
  readonly organization: string
  readonly name: string
  readonly tin: string
  /** Empty: not registered for VAT. */
  readonly vrn: string
  readonly serial: string
  readonly street: string
  readonly city: string
  readonly phone: string
  readonly email: string
  readonly active: boolean
  /** The authority's message when it blocked the company. */
  readonly blockedWith?: string
  /** Days of history, products, customers, issued invoices and expenses; a smaller demo says how many invoices. */
  readonly days: number
  readonly products: number
  readonly customers: number
  readonly invoices: number
  readonly expenses: number
}

const MAIN: DemoCompany = {
  key: 'kariakoo',
  organization: 'umoja',
  name: 'Duka la Vyakula Mfano Kariakoo',
  tin: '999000001',
  vrn: '99000001Z',
  serial: '99TZ000001',
  street: 'Mtaa wa Sokoni',
  city: 'Dar es Salaam',
  phone: '700000111',
  email: 'kariakoo@example.com',
  active: true,
  days: 365,
  products: 60,
  customers: 300,
  invoices: 3_100,
  expenses: 400,
}

/** Five companies: the first has the year of sales, one is without VAT registration, one blocked, one disabled. */
export const DEMO_COMPANIES: readonly [DemoCompany, ...DemoCompany[]] = [
  MAIN,
  {
    ...MAIN,
    key: 'mwenge',
    name: 'Vifaa vya Ujenzi Mfano Mwenge Ltd',
    tin: '999000002',
    vrn: '99000002Z',
    serial: '99TZ000002',
    street: 'Barabara ya Viwanda',
    phone: '700000112',
    email: 'mwenge@example.com',
    days: 20,
    products: 12,
    customers: 8,
    invoices: 24,
    expenses: 0,
  },
  {
    ...MAIN,
    key: 'njiro',
    organization: 'kilele',
    name: 'Saluni Mfano Njiro',
    tin: '999000003',
    vrn: '',
    serial: '99TZ000003',
    street: 'Mtaa wa Amani',
    city: 'Arusha',
    phone: '700000113',
    email: 'njiro@example.com',
    days: 20,
    products: 8,
    customers: 6,
    invoices: 18,
    expenses: 0,
  },
  {
    ...MAIN,
    key: 'buzuruga',
    organization: 'kilele',
    name: 'Vipuri vya Magari Mfano Buzuruga',
    tin: '999000004',
    vrn: '99000004Z',
    serial: '99TZ000004',
    street: 'Barabara ya Stesheni',
    city: 'Mwanza',
    phone: '700000114',
    email: 'buzuruga@example.com',
    blockedWith: 'This device is blocked: returns for two periods are missing. Visit your tax office.',
    days: 20,
    products: 10,
    customers: 6,
    invoices: 16,
    expenses: 0,
  },
  {
    ...MAIN,
    key: 'darajani',
    organization: 'pwani',
    name: 'Nyumba ya Wageni Mfano Darajani',
    tin: '999000005',
    vrn: '99000005Z',
    serial: '99TZ000005',
    street: 'Mtaa wa Mnazi Mmoja',
    city: 'Zanzibar',
    phone: '700000115',
    email: 'darajani@example.com',
    active: false,
    days: 10,
    products: 4,
    customers: 3,
    invoices: 6,
    expenses: 0,
  },
]

export type DemoUser = {
  readonly username: string
  readonly firstName: string
  readonly lastName: string
  readonly userType: UserType
  readonly company?: string
  readonly organization?: string
  readonly mustChangePassword?: boolean
  readonly mobile: string
  readonly language: 'en' | 'sw'
}

/** Exactly the logins that the start prints. */
export const DEMO_USERS: readonly DemoUser[] = [
  {
    username: 'admin',
    firstName: 'Rehema',
    lastName: 'Mwalimu',
    userType: 'platform_admin',
    mobile: '700000121',
    language: 'en',
  },
  {
    username: 'orgadmin',
    firstName: 'Neema',
    lastName: 'Mfano',
    userType: 'organization_admin',
    organization: 'umoja',
    mobile: '700000122',
    language: 'en',
  },
  {
    username: 'owner',
    firstName: 'Baraka',
    lastName: 'Mchuuzi',
    userType: 'company_owner',
    company: 'kariakoo',
    mobile: '700000123',
    language: 'en',
  },
  {
    username: 'operator',
    firstName: 'Asha',
    lastName: 'Mfano',
    userType: 'operator',
    company: 'kariakoo',
    mobile: '700000124',
    language: 'en',
  },
  {
    username: 'operator2',
    firstName: 'Juma',
    lastName: 'Fundi',
    userType: 'operator',
    company: 'kariakoo',
    mobile: '700000125',
    language: 'sw',
  },
  {
    username: 'newoperator',
    firstName: 'Upendo',
    lastName: 'Mkulima',
    userType: 'operator',
    company: 'kariakoo',
    mustChangePassword: true,
    mobile: '700000126',
    language: 'sw',
  },
  {
    username: 'blocked',
    firstName: 'Hamisi',
    lastName: 'Seremala',
    userType: 'operator',
    company: 'buzuruga',
    mobile: '700000127',
    language: 'en',
  },
]
