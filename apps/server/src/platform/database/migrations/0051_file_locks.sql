CREATE TABLE "file_locks" (
	"token" text PRIMARY KEY NOT NULL,
	"project_id" text NOT NULL,
	"path" text NOT NULL,
	"is_deep" boolean NOT NULL,
	"is_exclusive" boolean NOT NULL,
	"owner" text NOT NULL,
	"user_id" text NOT NULL,
	"seconds" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "file_locks" ADD CONSTRAINT "file_locks_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "file_locks" ADD CONSTRAINT "file_locks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "file_locks_project" ON "file_locks" USING btree ("project_id");