ALTER TABLE "operations" ADD COLUMN "task" text;--> statement-breakpoint
ALTER TABLE "operations" ADD COLUMN "subject" text;