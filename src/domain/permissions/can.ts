import type { Actor } from '../users/user.ts'

/** Everything that a permission decides about. Screens, guards and services use the same list. */
export const ACTIONS = [
  'invoice.read',
  'invoice.save',
  'invoice.submit',
  'invoice.cancel',
  'invoice.repair',
  'invoice.credit',
  'invoice.email',
  'invoice.report',
  'receipt.reissue',
  'audit.read',
  'data.export',
  'customer.read',
  'customer.save',
  'product.read',
  'product.save',
  'vendor.save',
  'category.save',
  'expense.read',
  'expense.save',
  'insight.word',
  'queue.export',
  'queue.deliver',
  'z-report.read',
  'company.read',
  'company.choose-logo',
  'company.configure',
  'company.choose-readings',
  'company.save',
  'company.disable',
  'organization.read',
  'organization.save',
  'organization.disable',
  'tax-rate.plan',
  'certificate.manage',
  'fiscal-identity.manage',
  'user.manage',
  'potential-client.create',
  'potential-client.manage',
  'tax-tip.manage',
  'subscription.read',
  'subscription.manage',
  'api-key.manage',
  'accounting.manage',
  'session.read',
] as const
export type Action = (typeof ACTIONS)[number]

/** The tenant that the record belongs to. */
export type Subject = { readonly companyId: string | null; readonly organizationId?: string | null }

const COMPANY_WORK: readonly Action[] = [
  'invoice.read',
  'invoice.save',
  'invoice.submit',
  'invoice.cancel',
  'invoice.repair',
  'invoice.credit',
  'invoice.email',
  'customer.read',
  'customer.save',
  'product.read',
  'product.save',
  'vendor.save',
  'category.save',
  'expense.read',
  'expense.save',
  'insight.word',
  'z-report.read',
  'company.read',
  'subscription.read',
]

const OWNER_ONLY: readonly Action[] = [
  'queue.export',
  'queue.deliver',
  'company.choose-logo',
  'company.configure',
  'certificate.manage',
  'fiscal-identity.manage',
  'user.manage',
  'invoice.report',
  'audit.read',
  'api-key.manage',
  'data.export',
  'accounting.manage',
]
/** In the own organization and its companies. */
const ORGANIZATION: readonly Action[] = [
  'company.read',
  'company.save',
  'company.disable',
  'organization.read',
  'organization.save',
  'invoice.read',
  'invoice.report',
  'receipt.reissue',
  'audit.read',
  'data.export',
  'z-report.read',
  'certificate.manage',
  'user.manage',
  'tax-tip.manage',
  'subscription.read',
]
/** Everywhere. Only the platform disables a whole organization: its own admins could not undo it. */
const PLATFORM: readonly Action[] = [
  'company.read',
  'company.save',
  'company.disable',
  'organization.read',
  'organization.save',
  'organization.disable',
  'company.choose-readings',
  'tax-rate.plan',
  'certificate.manage',
  'fiscal-identity.manage',
  'user.manage',
  'potential-client.manage',
  'tax-tip.manage',
  'subscription.read',
  'subscription.manage',
  'audit.read',
]

/**
 * Whether `actor` may do `action` to `subject` (spec §6). Operators and owners work inside their own company; an
 * organization admin manages the organization, its companies and their accounts; a platform admin administers but
 * sells nothing. `managedTypes` says which user types `user.manage` covers.
 */
export function can(actor: Actor, action: Action, subject: Subject): boolean {
  if (action === 'session.read' || action === 'potential-client.create') return true
  switch (actor.userType) {
    case 'operator':
      return (
        actor.companyId !== null && actor.companyId === subject.companyId && COMPANY_WORK.includes(action)
      )
    case 'company_owner':
      return (
        actor.companyId !== null &&
        actor.companyId === subject.companyId &&
        (COMPANY_WORK.includes(action) || OWNER_ONLY.includes(action))
      )
    case 'organization_admin':
      return (
        actor.organizationId !== null &&
        actor.organizationId === subject.organizationId &&
        ORGANIZATION.includes(action)
      )
    case 'platform_admin':
      return PLATFORM.includes(action)
  }
}
