-- Spreads the tables over the workers of a Citus cluster, once, in one transaction. README.md says what to do before.
begin;

-- What only the release before this one names in its statements.
drop index z_reports_older, api_references_older, api_requests_older, slips_older, webhook_deliveries_older;
create index slips_token on slips (token);

-- The position of each feed leaves the table that every machine has a copy of: it is written with every sale.
drop view company_feeds;
create table company_feeds (
  company_id uuid primary key references companies, change_seq bigint not null default 0,
  tombstones_gone_to bigint not null default 0, feed_epoch uuid
);
insert into company_feeds select id, change_seq, tombstones_gone_to, feed_epoch from companies;

-- Whose a device identity is: jobs know only its id.
drop view identity_companies;
create table identity_companies (identity_id uuid primary key, company_id uuid not null references companies);
insert into identity_companies select id, company_id from fiscal_identities;

-- A table that every machine has a copy of has no triggers. The server announces these changes itself.
drop trigger companies_access on companies;
drop trigger organizations_access on organizations;

select create_reference_table('organizations');
select create_reference_table('companies');
select create_reference_table('identity_companies');

-- One company, one shard: all its rows in all these tables are together.
select create_distributed_table('company_feeds', 'company_id', colocate_with => 'none');
select create_distributed_table('changes', 'company_id', colocate_with => 'company_feeds');
select create_distributed_table('feed_marks', 'company_id', colocate_with => 'company_feeds');
select create_distributed_table('operations', 'company_id', colocate_with => 'company_feeds');
select create_distributed_table('device_epochs', 'company_id', colocate_with => 'company_feeds');
select create_distributed_table('record_aliases', 'company_id', colocate_with => 'company_feeds');
select create_distributed_table('awaited_devices', 'company_id', colocate_with => 'company_feeds');
select create_distributed_table('invoices', 'company_id', colocate_with => 'company_feeds');
select create_distributed_table('slips', 'company_id', colocate_with => 'company_feeds');
select create_distributed_table('invoice_mails', 'company_id', colocate_with => 'company_feeds');
select create_distributed_table('credit_note_counters', 'company_id', colocate_with => 'company_feeds');
select create_distributed_table('collections', 'company_id', colocate_with => 'company_feeds');
select create_distributed_table('customers', 'company_id', colocate_with => 'company_feeds');
select create_distributed_table('products', 'company_id', colocate_with => 'company_feeds');
select create_distributed_table('vendors', 'company_id', colocate_with => 'company_feeds');
select create_distributed_table('expense_categories', 'company_id', colocate_with => 'company_feeds');
select create_distributed_table('expenses', 'company_id', colocate_with => 'company_feeds');
select create_distributed_table('files', 'company_id', colocate_with => 'company_feeds');
select create_distributed_table('file_pieces', 'company_id', colocate_with => 'company_feeds');
select create_distributed_table('aggregates', 'company_id', colocate_with => 'company_feeds');
select create_distributed_table('total_checks', 'company_id', colocate_with => 'company_feeds');
select create_distributed_table('fiscal_identities', 'company_id', colocate_with => 'company_feeds');
select create_distributed_table('fiscal_due', 'company_id', colocate_with => 'company_feeds');
select create_distributed_table('certificates', 'company_id', colocate_with => 'company_feeds');
select create_distributed_table('receipts', 'company_id', colocate_with => 'company_feeds');
select create_distributed_table('z_reports', 'company_id', colocate_with => 'company_feeds');
select create_distributed_table('delivery_log', 'company_id', colocate_with => 'company_feeds');
select create_distributed_table('numbering_holds', 'company_id', colocate_with => 'company_feeds');
select create_distributed_table('notifications', 'company_id', colocate_with => 'company_feeds');
select create_distributed_table('api_requests', 'company_id', colocate_with => 'company_feeds');
select create_distributed_table('api_references', 'company_id', colocate_with => 'company_feeds');
select create_distributed_table('accounting_documents', 'company_id', colocate_with => 'company_feeds');
select create_distributed_table('accounting_steps', 'company_id', colocate_with => 'company_feeds');
select create_distributed_table('accounting_contacts', 'company_id', colocate_with => 'company_feeds');
select create_distributed_table('accounting_inbox', 'company_id', colocate_with => 'company_feeds');
select create_distributed_table('webhook_deliveries', 'company_id', colocate_with => 'company_feeds');
select create_distributed_table('ussd_sms', 'company_id', colocate_with => 'company_feeds');
select create_distributed_table('data_exports', 'company_id', colocate_with => 'company_feeds');
select create_distributed_table('data_export_pieces', 'company_id', colocate_with => 'company_feeds');
select create_distributed_table('ai_consents', 'company_id', colocate_with => 'company_feeds');
select create_distributed_table('ai_usage', 'company_id', colocate_with => 'company_feeds');
select create_distributed_table('insight_answers', 'company_id', colocate_with => 'company_feeds');
select create_distributed_table('insight_checks', 'company_id', colocate_with => 'company_feeds');
select create_distributed_table('insight_tasks', 'company_id', colocate_with => 'company_feeds');

commit;
