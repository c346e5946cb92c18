ALTER TABLE "operations" DROP COLUMN "again";--> statement-breakpoint
ALTER TABLE "operations" DROP COLUMN "runner_epoch";