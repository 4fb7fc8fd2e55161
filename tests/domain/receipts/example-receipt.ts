import type { Company } from '#domain/companies/company.ts'

/** A shop in the fictional street of all examples. */
export function exampleCompany(change: Partial<Company> = {}): Company {
  return {
    id: 'company-1',
    organizationId: 'organization-1',
    name: 'Duka la Mfano',
    tin: '999000111',
    vrn: '40000111M',
    address: 'Mtaa wa Mfano 1, Dar es Salaam',
    phone: '0700000100',
    email: 'duka@example.com',
    active: true,
    blockedByTra: false,
    blockedReason: '',
    ...change,
  }
}
