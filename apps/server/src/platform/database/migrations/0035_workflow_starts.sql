CREATE TABLE "workflow_starts" (
	"id" text PRIMARY KEY NOT NULL,
	"workflow_id" text NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"values" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"cron" text,
	"time_zone" text,
	"watched" text,
	"watched_version" text,
	"changed_since" timestamp with time zone,
	"secret_hash" text,
	"next_at" timestamp with time zone,
	"due_run" text,
	"claimed_until" timestamp with time zone,
	"last_run" text,
	"last_at" timestamp with time zone,
	"awaits_end" boolean DEFAULT false NOT NULL,
	"is_paused" boolean DEFAULT false NOT NULL,
	"problem" jsonb,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "workflow_runs" ADD COLUMN "start" jsonb;--> statement-breakpoint
ALTER TABLE "workflow_starts" ADD CONSTRAINT "workflow_starts_workflow_id_workflows_id_fk" FOREIGN KEY ("workflow_id") REFERENCES "public"."workflows"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "workflow_starts" ADD CONSTRAINT "workflow_starts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "workflow_starts_workflow" ON "workflow_starts" USING btree ("workflow_id");--> statement-breakpoint
CREATE INDEX "workflow_starts_due" ON "workflow_starts" USING btree ("next_at");