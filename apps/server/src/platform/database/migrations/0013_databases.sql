CREATE TABLE "database_queries" (
	"id" text PRIMARY KEY NOT NULL,
	"database_id" text NOT NULL,
	"user_id" text NOT NULL,
	"query" text NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"is_executing" boolean DEFAULT true NOT NULL,
	"success" boolean DEFAULT false NOT NULL,
	"milliseconds" integer,
	"error" text,
	"results" jsonb DEFAULT '[]'::jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "databases" (
	"id" text PRIMARY KEY NOT NULL,
	"project_id" text NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"connection" jsonb,
	"credentials" text,
	"known_schema" jsonb,
	"creator_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "database_queries" ADD CONSTRAINT "database_queries_database_id_databases_id_fk" FOREIGN KEY ("database_id") REFERENCES "public"."databases"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "database_queries" ADD CONSTRAINT "database_queries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "databases" ADD CONSTRAINT "databases_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "databases" ADD CONSTRAINT "databases_creator_id_users_id_fk" FOREIGN KEY ("creator_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "database_queries_own" ON "database_queries" USING btree ("database_id","user_id","started_at");--> statement-breakpoint
CREATE INDEX "databases_project" ON "databases" USING btree ("project_id");