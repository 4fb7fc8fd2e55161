/** What the audit trail records, by the area it is about; every entry of the server has one of these names. */
export const ACTS = {
  companies: [
    'organization.create',
    'organization.save',
    'organization.enable',
    'organization.disable',
    'company.create',
    'company.save',
    'company.enable',
    'company.disable',
    'company.configure',
    'company.choose-readings',
    'company.choose-logo',
    'company.remove-logo',
    'accounting.connect',
    'accounting.change',
    'accounting.disconnect',
    'potential-client.create',
    'potential-client.change-status',
    'potential-client.convert',
    'subscription.record-payment',
    'subscription.cancel-payment',
    'api-key.create',
    'api-key.rotate',
    'api-key.revoke',
    'tax-rate.plan',
    'tax-tip.save',
    'tax-tip.change-status',
  ],
  people: [
    'admin.create',
    'user.create',
    'user.change',
    'user.rights',
    'user.enable',
    'user.disable',
    'user.block',
    'profile.change-email',
    'profile.change-phone',
    'password.change',
    'password.recover',
    'password.reset',
    'second-factor.on',
    'second-factor.off',
    'second-factor.reset',
  ],
  sales: [
    'invoice.submit',
    'invoice.cancel',
    'invoice.credit',
    'invoice.repair',
    'invoice.email',
    'receipt.reissue',
    'collection.save',
    'collection.cancel',
    'drawer.count',
  ],
  authority: [
    'certificate.upload',
    'fiscal-identity.register',
    'fiscal-identity.hold',
    'fiscal-identity.release',
    'fiscal-identity.resume',
    'receipt.return',
    'server.restore',
    'server.rollback',
  ],
  records: [
    'customer.delete',
    'product.delete',
    'customer.overrule',
    'product.overrule',
    'vendor.overrule',
    'category.overrule',
    'expense.overrule',
  ],
  exports: ['invoices-report.export', 'audit.export', 'data.export', 'data.download'],
  sessions: ['session.open', 'session.close', 'session.theft', 'device.end', 'device.work-lost'],
} as const

export type ActArea = keyof typeof ACTS
export type Act = (typeof ACTS)[ActArea][number]

export const ACT_AREAS = [
  'companies',
  'people',
  'sales',
  'authority',
  'records',
  'exports',
  'sessions',
] as const satisfies readonly ActArea[]

const KNOWN: ReadonlySet<string> = new Set(Object.values(ACTS).flat())

/** Whether a recorded act is one that this version names. */
export function isAct(text: string): text is Act {
  return KNOWN.has(text)
}
