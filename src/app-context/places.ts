import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { MenuPath } from '#domain/permissions/menus.ts'
import type { IconName } from '#ui/icon.tsx'

type Picture = IconName | { readonly outline: string }

const HOUSE = { outline: 'M4 21V9l8-5 8 5v12M3 21h18M9 21v-6h6v6' }
const BRANCHES = { outline: 'M9 3h6v5H9zM3 16h6v5H3zM15 16h6v5h-6zM12 8v4M6 16v-4h12v4' }
const BULB = { outline: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9V15h7v-1.1A6 6 0 0 0 12 3z' }

/** Name and icon of every menu entry (`MENUS` in the permissions says who sees which). */
export const PLACES: Readonly<
  Record<MenuPath, { readonly name: MessageDescriptor; readonly icon: Picture }>
> = {
  '/dashboard': { name: msg`Dashboard`, icon: 'dashboard' },
  '/invoices': { name: msg`Invoices`, icon: 'receipt' },
  '/customers': { name: msg`Customers`, icon: 'people' },
  '/products': { name: msg`Products and services`, icon: 'box' },
  '/expenses': { name: msg`Expenses`, icon: 'cash' },
  '/sales': { name: msg`Sales report`, icon: 'paper' },
  '/insights': { name: msg`Insights`, icon: BULB },
  '/sync': { name: msg`Sending`, icon: 'up' },
  '/company': { name: msg`My company`, icon: HOUSE },
  '/operator': { name: msg`Operators`, icon: 'people' },
  '/companies': { name: msg`Companies`, icon: HOUSE },
  '/organizations': { name: msg`Organizations`, icon: BRANCHES },
  '/operators': { name: msg`Operators`, icon: 'people' },
  '/users': { name: msg`Users`, icon: 'person' },
  '/potential-clients': { name: msg`Potential clients`, icon: 'mail' },
  '/welcome': { name: msg`Set-up`, icon: 'checks' },
  '/invoices-report': { name: msg`Invoices report`, icon: 'paper' },
  '/receipt-reissuing': { name: msg`Receipt re-issuing`, icon: 'copy' },
  '/cms-tax-tips': { name: msg`Tax tips`, icon: BULB },
  '/profile': { name: msg`Profile`, icon: 'person' },
  '/settings': { name: msg`Settings`, icon: 'gear' },
  '/change-password': { name: msg`Change password`, icon: 'key' },
  '/payment': { name: msg`Payment`, icon: 'card' },
  '/tax-tips': { name: msg`Tax tips`, icon: BULB },
  '/updates': { name: msg`What is new`, icon: 'info' },
  '/help': { name: msg`Help`, icon: 'info' },
  '/contact-us': { name: msg`Contact us`, icon: 'phone' },
}
