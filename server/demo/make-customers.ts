import type { Customer } from '#domain/customers/customer.ts'
import type { IdentificationType } from '#domain/identity/identification.ts'
import { toCents } from '#domain/money/cents.ts'
import type { Product } from '#domain/products/product.ts'
import { BUSINESS_KINDS, BUSINESS_NAMES, DEMO_PRODUCTS, FIRST_NAMES, LAST_NAMES } from './demo-catalogue.ts'
import type { DemoCompany } from './demo-companies.ts'
import { demoId, type SeededRandom, seededRandom } from './seeded-random.ts'

/** How customers identify themselves, invented for variety. */
const IDENTIFICATION_SHARES: Readonly<Record<IdentificationType, number>> = {
  NO_IDENTIFICATION: 40,
  TAX_IDENTIFICATION_NUMBER: 40,
  NATIONAL_IDENTIFICATION_AUTHORITY: 11,
  DRIVING_LICENCE: 4,
  VOTERS_NUMBER: 3,
  PASSPORT: 2,
}

const digits = (value: number, length: number) => String(value).padStart(length, '0')

/** Numbers of the ranges kept for examples; unique by `index` within a company. */
function identificationNumber(type: IdentificationType, index: number, random: SeededRandom): string {
  switch (type) {
    case 'NO_IDENTIFICATION':
      return ''
    case 'TAX_IDENTIFICATION_NUMBER':
      return `999000${digits(100 + index, 3)}`
    case 'NATIONAL_IDENTIFICATION_AUTHORITY': {
      const born = `${random.between(1955, 2004)}${digits(random.between(1, 12), 2)}${digits(random.between(1, 28), 2)}`
      return `${born}00000${digits(index, 5)}00`
    }
    case 'DRIVING_LICENCE':
      return `00000${digits(index, 5)}`
    case 'VOTERS_NUMBER':
      return `T00000000${digits(index, 3)}0`
    case 'PASSPORT':
      return `TZX000${digits(index, 3)}`
  }
}

/** The invented customers of a company. */
export function makeCustomers(company: DemoCompany, companyId: string): Customer[] {
  return Array.from({ length: company.customers }, (_, index) => {
    const random = seededRandom(`customer ${company.key} ${index}`)
    const identificationType = random.pickByShare(IDENTIFICATION_SHARES)
    const business = identificationType === 'TAX_IDENTIFICATION_NUMBER' && random.draw() < 0.6
    const name = business
      ? `${random.pick(BUSINESS_KINDS)} Mfano ${random.pick(BUSINESS_NAMES)} ${index + 1}`
      : `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)} (Mfano)`
    return {
      id: demoId(`customer ${company.key} ${index}`),
      companyId,
      rev: 1,
      name,
      identificationType,
      identificationNumber: identificationNumber(identificationType, index, random),
      phone: random.draw() < 0.7 ? `+2557000001${digits(random.between(0, 99), 2)}` : '',
      email: business ? `mteja${index + 1}@example.com` : '',
      vatRegistrationNumber: business && random.draw() < 0.7 ? `990${digits(100 + index, 5)}Z` : '',
      active: true,
    }
  })
}

/** Whole shillings that people can pay: to 50 below 10,000 and to 500 above. */
function roundPrice(shillings: number): number {
  const step = shillings < 10_000 ? 50 : 500
  return Math.round(shillings / step) * step
}

/** The products of a company: the first ones of the list, each with a price of its own. */
export function makeProducts(company: DemoCompany, companyId: string): Product[] {
  return DEMO_PRODUCTS.slice(0, company.products).map(([name, unit, min, max, taxType], index) => {
    const random = seededRandom(`product ${company.key} ${index}`)
    return {
      id: demoId(`product ${company.key} ${index}`),
      companyId,
      rev: 1,
      name,
      unit,
      unitPrice: toCents(roundPrice(random.between(min, max)) * 100),
      taxType,
      active: true,
    }
  })
}
