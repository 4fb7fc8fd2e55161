import { describe, expect, it } from 'vitest'
import { mergeVendors, remainingVendor, sellerAfterMerges } from '#domain/vendors/merge-vendors.ts'
import type { Vendor } from '#domain/vendors/vendor.ts'
import { vendorFields } from '../../support/vendor-input.ts'

function vendor(id: string, change: Partial<Vendor> = {}): Vendor {
  return { ...vendorFields(), id, companyId: 'company', rev: 1, ...change }
}

describe('merge of two records of one vendor', () => {
  it('the one that stays takes what it lacks, the other gives up the numbers and is inactive', () => {
    const { stays, goes } = mergeVendors(
      vendor('a', { name: 'Duka la Asha', phone: '+255700000101' }),
      vendor('b', { taxNumber: '999000911', serial: '10TZ1', phone: '+255700000102', address: 'Dodoma' }),
    )
    expect(stays).toMatchObject({
      name: 'Duka la Asha',
      taxNumber: '999000911',
      serial: '10TZ1',
      phone: '+255700000101',
      address: 'Dodoma',
      active: true,
    })
    expect(goes).toMatchObject({ taxNumber: '', serial: '', active: false, mergedInto: 'a' })
  })

  it('numbers of both stay where they are', () => {
    const { stays, goes } = mergeVendors(
      vendor('a', { taxNumber: '999000911' }),
      vendor('b', { taxNumber: '999000912' }),
    )
    expect([stays.taxNumber, goes.taxNumber]).toEqual(['999000911', '999000912'])
  })

  it('a chain of merges leads to its end, a circle and an unknown vendor end it', () => {
    const all = new Map(
      [
        vendor('a', { mergedInto: 'b' }),
        vendor('b', { mergedInto: 'c' }),
        vendor('c'),
        vendor('x', { mergedInto: 'y' }),
        vendor('y', { mergedInto: 'x' }),
        vendor('z', { mergedInto: 'gone' }),
      ].map((one) => [one.id, one]),
    )
    const end = (id: string) => remainingVendor(all.get(id) ?? vendor(id), (other) => all.get(other)).id
    expect(end('a')).toBe('c')
    expect(['x', 'y']).toContain(end('x'))
    expect(end('z')).toBe('z')
  })

  it('the TIN that all vendors from abroad share leads to no vendor that was merged (tanzania-facts §1)', () => {
    const abroad = { taxNumber: '999999999', foreign: true }
    const sellerOf = sellerAfterMerges([
      vendor('a', { name: 'Mfano GmbH', ...abroad }),
      vendor('b', { name: 'Mfano Export', ...abroad, mergedInto: 'a' }),
    ])
    const other = { name: 'Mfano Trading LLC', taxNumber: '999999999' }
    expect(sellerOf(other)).toBe(other)
    expect(sellerOf(other, 'c')).toBe(other)
    expect(sellerOf({ name: 'Mfano Export', taxNumber: '999999999' })).toMatchObject({ name: 'Mfano GmbH' })
  })

  it('an expense is counted for the vendor that stayed, named by record, number or name', () => {
    const sellerOf = sellerAfterMerges([
      vendor('a', { name: 'Duka la Asha', taxNumber: '999000911' }),
      vendor('b', { name: 'Asha Duka', mergedInto: 'a' }),
    ])
    const asha = { name: 'Duka la Asha', taxNumber: '999000911' }
    expect(sellerOf({ name: 'Another name', taxNumber: '' }, 'b')).toEqual(asha)
    expect(sellerOf({ name: 'ASHA DUKA', taxNumber: '' })).toEqual(asha)
    const other = { name: 'Juma', taxNumber: '999000999' }
    expect(sellerOf(other, 'c')).toEqual(other)
  })

  it('the vendor that stayed has one row with it, however the expense names either', () => {
    const stays = { name: 'Duka la Asha', taxNumber: '999000911' }
    const goes = { name: 'Asha Duka', taxNumber: '999000912' }
    const sellerOf = sellerAfterMerges([vendor('a', stays), vendor('b', { ...goes, mergedInto: 'a' })])
    // Its own record under the name it had before, without its tax number, and the numbers it took.
    expect(sellerOf({ name: 'Duka la Zamani', taxNumber: '' }, 'a')).toEqual(stays)
    expect(sellerOf({ name: 'DUKA LA ASHA', taxNumber: '' })).toEqual(stays)
    expect(sellerOf({ name: 'Asha D.', taxNumber: '999000911' })).toEqual(stays)
    expect(sellerOf({ name: 'Asha Duka', taxNumber: '' })).toEqual(stays)
    const namesake = { name: 'Duka la Asha', taxNumber: '' }
    expect(sellerOf(namesake, 'another record')).toEqual(namesake)
    expect(sellerOf({ ...namesake, taxNumber: '999000913' })).toEqual({ ...namesake, taxNumber: '999000913' })
  })
})
